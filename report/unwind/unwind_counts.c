#include "report/unwind/unwind_counts.h"

#include "common/list.h"

#include <stdlib.h>

/* Causes are few and so are the dsos in which chains end; the one counted last is mostly the next one, too. */
static void counts_add(struct unwind_counts *c, const struct unwind_count *count)
{
	for (uint32_t i = 0; i < c->n_list; i++) {
		struct unwind_count *known = &c->list[i];

		if (known->dso != count->dso || known->end != count->end)
			continue;
		known->n += count->n;
		if (i && c->list[i - 1].n < known->n) {
			struct unwind_count other = c->list[i - 1];

			c->list[i - 1] = *known;
			*known = other;
		}
		return;
	}
	if (list_reserve(&c->list, c->n_list, &c->capacity, sizeof(*c->list)))
		c->list[c->n_list++] = *count;
}

void unwind_counts_add(struct unwind_counts *c, enum unwind_end end, uint32_t dso)
{
	c->n++;
	c->ends[end]++;
	if (unwind_end_is_early(end))
		counts_add(c, &(struct unwind_count){ .dso = dso, .end = end, .n = 1 });
}

void unwind_counts_merge(struct unwind_counts *c, const struct unwind_counts *from)
{
	c->n += from->n;
	for (unsigned end = 0; end < UNWIND_ENDS; end++)
		c->ends[end] += from->ends[end];
	for (uint32_t i = 0; i < from->n_list; i++)
		counts_add(c, &from->list[i]);
}

static int count_compare(const void *a, const void *b)
{
	const struct unwind_count *x = a, *y = b;

	if (x->n != y->n)
		return x->n > y->n ? -1 : 1;
	if (x->dso != y->dso)
		return x->dso < y->dso ? -1 : 1;
	return (int)x->end - (int)y->end;
}

void unwind_counts_sort(struct unwind_counts *c)
{
	if (c->n_list)
		qsort(c->list, c->n_list, sizeof(*c->list), count_compare);
}

void unwind_counts_fini(struct unwind_counts *c)
{
	free(c->list);
	*c = (struct unwind_counts){ 0 };
}

uint64_t unwind_counts_early(const struct unwind_counts *c)
{
	uint64_t n = 0;

	for (unsigned end = 0; end < UNWIND_ENDS; end++)
		if (unwind_end_is_early(end))
			n += c->ends[end];
	return n;
}
