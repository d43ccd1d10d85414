#include "report/annotate/code_blocks.h"

#include "common/list.h"
#include "formats/record/sample_decode.h"

#include <errno.h>
#include <stdlib.h>

struct code_block code_block_of_branch(uint64_t end, uint64_t flags, uint64_t count)
{
	uint64_t cycles = BRANCH_CYCLES(flags);

	return (struct code_block){ .begin = BLOCK_NO_BEGIN,
				    .end = end,
				    .taken = count,
				    .predicted = BRANCH_PREDICTED(flags) ? count : 0,
				    .timed = cycles ? count : 0,
				    .cycles = cycles * count,
				    .cycles_min = cycles,
				    .cycles_max = cycles };
}

int code_blocks_add(struct code_blocks *l, const struct code_block *block)
{
	if (!list_reserve(&l->list, l->n, &l->capacity, sizeof(*l->list)))
		return -ENOMEM;
	l->list[l->n++] = *block;
	return 0;
}

static int compare(const void *a, const void *b)
{
	const struct code_block *x = a, *y = b;

	if (x->function != y->function)
		return x->function < y->function ? -1 : 1;
	if (x->end != y->end)
		return x->end < y->end ? -1 : 1;
	return x->begin < y->begin ? -1 : x->begin > y->begin;
}

static void join(struct code_block *to, const struct code_block *from)
{
	to->taken += from->taken;
	to->predicted += from->predicted;
	if (from->timed && (!to->timed || from->cycles_min < to->cycles_min))
		to->cycles_min = from->cycles_min;
	if (from->cycles_max > to->cycles_max)
		to->cycles_max = from->cycles_max;
	to->timed += from->timed;
	to->cycles += from->cycles;
}

void code_blocks_sort(struct code_blocks *l)
{
	uint32_t n = 0;

	if (l->n)
		qsort(l->list, l->n, sizeof(*l->list), compare);
	for (uint32_t i = 0; i < l->n; i++) {
		if (n && !compare(&l->list[n - 1], &l->list[i]))
			join(&l->list[n - 1], &l->list[i]);
		else
			l->list[n++] = l->list[i];
	}
	l->n = n;
}

void code_blocks_fini(struct code_blocks *l)
{
	free(l->list);
	*l = (struct code_blocks){ 0 };
}
