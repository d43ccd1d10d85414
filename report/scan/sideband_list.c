#include "report/scan/sideband_list.h"

#include "common/hash_table.h"
#include "common/list.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

void sideband_list_init(struct sideband_list *l)
{
	*l = (struct sideband_list){ 0 };
	arena_init(&l->arena);
}

void sideband_list_fini(struct sideband_list *l)
{
	arena_fini(&l->arena);
	free(l->records);
	*l = (struct sideband_list){ 0 };
}

void sideband_list_sum(struct sideband_list *l, const struct record *r)
{
	l->sum += hash_pair(r->offset, hash_bytes(r->data, r->size));
}

int sideband_list_add(struct sideband_list *l, const struct record *r, uint64_t time, uint64_t order)
{
	uint8_t *copy = arena_alloc(&l->arena, r->size);
	struct sideband *s;

	if (!copy || !list_reserve(&l->records, l->n, &l->capacity, sizeof(*s)))
		return -ENOMEM;
	memcpy(copy, r->data, r->size);
	s = &l->records[l->n++];
	*s = (struct sideband){ .time = time, .order = order, .record = *r };
	s->record.data = copy;
	return 0;
}
