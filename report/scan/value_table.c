#include "report/scan/value_table.h"

#include "common/hash_table.h"
#include "common/list.h"

#include <stdlib.h>

void value_table_init(struct value_table *t)
{
	memset(t, 0, sizeof(*t));
	arena_init(&t->bytes);
}

void value_table_fini(struct value_table *t)
{
	arena_fini(&t->bytes);
	free(t->list);
	hash_table_fini(&t->table);
	value_table_init(t);
}

uint64_t extra_fields_hash(const struct extra_fields *e)
{
	return hash_pair(e->ip, hash_bytes(e->data, e->size));
}

static bool same_tuple(const void *context, uint32_t number, const void *wanted)
{
	const struct extra_fields *a = &((const struct value_table *)context)->list[number];
	const struct extra_fields *b = wanted;

	return a->ip == b->ip && a->size == b->size && (!a->size || !memcmp(a->data, b->data, a->size));
}

static uint32_t value_look_up(const struct value_table *t, const struct extra_fields *e, uint64_t hash)
{
	return hash_table_find(&t->table, hash, same_tuple, t, e);
}

uint32_t value_table_add(struct value_table *t, const struct extra_fields *e)
{
	uint64_t hash = extra_fields_hash(e);
	uint32_t number = value_look_up(t, e, hash);
	uint8_t *copy = NULL;

	if (number != VALUE_NONE)
		return number;
	if (!list_reserve(&t->list, t->n, &t->capacity, sizeof(*t->list)))
		return VALUE_NONE;
	if (e->size) {
		copy = arena_alloc(&t->bytes, e->size);
		if (!copy)
			return VALUE_NONE;
		memcpy(copy, e->data, e->size);
		t->n_bytes += e->size;
	}
	if (hash_table_add(&t->table, hash, t->n))
		return VALUE_NONE;
	t->list[t->n] = (struct extra_fields){ .ip = e->ip, .data = copy, .size = e->size };
	return t->n++;
}

uint32_t value_table_find(const struct value_table *t, const struct extra_fields *e)
{
	return value_look_up(t, e, extra_fields_hash(e));
}

uint32_t *value_table_merge(struct value_table *t, const struct value_table *from)
{
	uint32_t *map = malloc((from->n + 1ull) * sizeof(*map));

	for (uint32_t i = 0; map && i < from->n; i++) {
		map[i] = value_table_add(t, &from->list[i]);
		if (map[i] == VALUE_NONE) {
			free(map);
			return NULL;
		}
	}
	return map;
}
