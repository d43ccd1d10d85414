#include "report/rows/row_sort.h"

#include "common/workers.h"
#include "report/rows/row_order.h"
#include "report/rows/row_shard.h"

#include <stdlib.h>

/* A worker more for so many rows: fewer are sorted faster than it starts. */
#define SORT_ROWS 4096u

/* Each round of merging has half as many workers as the one before. */
#define SORT_PARTS_MAX 16u

/*
 *	parts    0   1   2   3       sorted, each by a worker
 *	         [merge] [merge]
 *	         [    merge    ]     from one list to the other, and back
 */
struct sorting {
	const struct rows *rows;
	const struct row **from, **to;
	uint32_t begins[SORT_PARTS_MAX + 1]; /* of each part, and the end */
};

static int row_pointer_compare(const void *a, const void *b, void *rows)
{
	return row_compare(rows, *(const struct row *const *)a, *(const struct row *const *)b);
}

static void sort_part(void *context, unsigned part)
{
	const struct sorting *s = context;

	qsort_r(s->from + s->begins[part], s->begins[part + 1] - s->begins[part], sizeof(*s->from), row_pointer_compare,
		(void *)s->rows);
}

/* Two parts that follow each other. */
static void merge_pair(void *context, unsigned pair)
{
	const struct sorting *s = context;
	uint32_t a = s->begins[2 * pair], b = s->begins[2 * pair + 1];
	uint32_t a_end = b, b_end = s->begins[2 * pair + 2], at = a;

	while (a < a_end && b < b_end)
		s->to[at++] = row_compare(s->rows, s->from[b], s->from[a]) < 0 ? s->from[b++] : s->from[a++];
	while (a < a_end)
		s->to[at++] = s->from[a++];
	while (b < b_end)
		s->to[at++] = s->from[b++];
}

static void merge_round(struct sorting *s, unsigned parts)
{
	const struct row **merged = s->to;

	workers_run(parts / 2, merge_pair, s);
	for (unsigned i = 1; i <= parts / 2; i++)
		s->begins[i] = s->begins[2 * i];
	s->to = s->from;
	s->from = merged;
}

/* A power of two. */
static unsigned sort_parts(const struct rows *r, uint32_t n)
{
	const struct rows_options *o = r->options;
	uint32_t least = o->worker_entries ? o->worker_entries : SORT_ROWS;
	unsigned parts = 1;

	/* Values beside the usual ones may be looked up where no two threads may. */
	if (!row_shard_possible(r))
		return 1;
	while (parts < SORT_PARTS_MAX && 2 * parts <= o->workers && 2 * parts <= n / least)
		parts *= 2;
	return parts;
}

void row_sort(const struct rows *r, const struct row **list, uint32_t n)
{
	unsigned parts = sort_parts(r, n);
	const struct row **room = parts > 1 ? malloc(n * sizeof(*room)) : NULL;
	struct sorting s = { .rows = r, .from = list, .to = room };

	/* Without memory one worker does it. */
	parts = room ? parts : 1;
	for (unsigned i = 0; i <= parts; i++)
		s.begins[i] = (uint32_t)((uint64_t)n * i / parts);
	workers_run(parts, sort_part, &s);
	for (; parts > 1; parts /= 2)
		merge_round(&s, parts);
	if (s.from != list)
		memcpy(list, s.from, n * sizeof(*list));
	free(room);
}
