#include "report/rewrite/rewrite_joined.h"

#include "common/hash_table.h"
#include "common/list.h"

#include <errno.h>
#include <stdlib.h>

void rewrite_joined_fini(struct rewrite_joined *j)
{
	free(j->seen.list);
	free(j->before.list);
	*j = (struct rewrite_joined){ 0 };
}

static int compare(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

void rewrite_joined_next(struct rewrite_joined *j)
{
	struct rewrite_hashes room = j->before;

	if (j->seen.n)
		qsort(j->seen.list, j->seen.n, sizeof(*j->seen.list), compare);
	j->before = j->seen;
	j->seen = room;
	j->seen.n = 0;
	j->is_next = true;
	j->has_begun = false;
}

static bool was_before(const struct rewrite_joined *j, uint64_t hash)
{
	return j->before.n && bsearch(&hash, j->before.list, j->before.n, sizeof(hash), compare);
}

int rewrite_joined_takes(struct rewrite_joined *j, const struct record *r)
{
	uint64_t hash;

	if (r->type == PERF_RECORD_SAMPLE)
		return 1;
	if (r->type >= PERF_RECORD_USER_TYPE_START) {
		bool has_begun = j->has_begun;

		j->has_begun = j->has_begun || r->type == PERF_RECORD_FINISHED_INIT;
		return !j->is_next || (has_begun && r->type == PERF_RECORD_FINISHED_ROUND);
	}
	if (j->is_next && !j->has_begun)
		return 0;
	hash = hash_bytes(r->data, r->size);
	if (!list_reserve(&j->seen.list, j->seen.n, &j->seen.capacity, sizeof(*j->seen.list)))
		return -ENOMEM;
	j->seen.list[j->seen.n++] = hash;
	return !was_before(j, hash);
}
