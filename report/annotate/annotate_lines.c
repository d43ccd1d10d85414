#include "report/annotate/annotate_lines.h"

#include "common/list.h"

#include <stdlib.h>

void annotate_lines_clear(struct annotate_lines *l, uint32_t n_events)
{
	for (uint32_t i = 0; i < l->n; i++)
		free(l->list[i].sums);
	l->n = 0;
	l->n_events = n_events;
	hash_table_clear(&l->table);
}

void annotate_lines_fini(struct annotate_lines *l)
{
	annotate_lines_clear(l, 0);
	free(l->list);
	hash_table_fini(&l->table);
	*l = (struct annotate_lines){ 0 };
}

static bool same_line(const void *context, uint32_t number, const void *wanted)
{
	const struct annotate_line *have = &((const struct annotate_lines *)context)->list[number], *line = wanted;

	return have->line == line->line && !strcmp(have->file, line->file);
}

/* The sums of a line, which is added if it is new; NULL without memory. */
static struct annotate_sum *sums_of(struct annotate_lines *l, const struct dso_frame *f)
{
	struct annotate_line line = { .file = f->file, .line = f->line };
	uint64_t hash = hash_pair(hash_bytes(f->file, strlen(f->file)), f->line);
	uint32_t number = hash_table_find(&l->table, hash, same_line, l, &line);

	if (number != HASH_TABLE_NONE)
		return l->list[number].sums;
	line.sums = calloc(l->n_events + 1ull, sizeof(*line.sums));
	if (!line.sums || !list_reserve(&l->list, l->n, &l->capacity, sizeof(*l->list)) ||
	    hash_table_add(&l->table, hash, l->n)) {
		free(line.sums);
		return NULL;
	}
	l->list[l->n++] = line;
	return line.sums;
}

void annotate_lines_add(struct annotate_lines *l, const struct annotate_row *row)
{
	struct annotate_sum *sums;
	uint64_t count = 0;

	for (uint32_t e = 0; e < l->n_events; e++)
		count += row->sums[e].count;
	sums = count ? sums_of(l, &row->frames[0]) : NULL;
	for (uint32_t e = 0; sums && e < l->n_events; e++) {
		sums[e].count += row->sums[e].count;
		sums[e].period += row->sums[e].period;
	}
}

static int compare_lines(const void *a, const void *b, void *lines)
{
	const struct annotate_lines *l = lines;
	const struct annotate_line *x = a, *y = b;
	int order;

	for (uint32_t e = 0; e < l->n_events; e++)
		if (x->sums[e].period != y->sums[e].period)
			return x->sums[e].period > y->sums[e].period ? -1 : 1;
	order = strcmp(x->file, y->file);
	return order ? order : x->line < y->line ? -1 : x->line > y->line;
}

void annotate_lines_sort(struct annotate_lines *l)
{
	if (l->n)
		qsort_r(l->list, l->n, sizeof(*l->list), compare_lines, l);
}
