#include "report/annotate/code_flow.h"

#include <string.h>

struct filling {
	const struct code_block *blocks;
	const struct disasm_instruction *list;
	uint32_t n_blocks, n;
	struct code_flow *flow;
	double run, cycles; /* instructions that were run in blocks with cycles */
	uint32_t covered;
};

/* The instruction that begins at an offset, or the next one. */
static uint32_t at_offset(const struct filling *f, uint64_t offset)
{
	uint32_t low = 0, high = f->n;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (f->list[middle].offset < offset)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* --- cycles ------------------------------------------------------------------------------------- */

/* All blocks of one end: blocks[0] to blocks[n - 1]. */
static void fill_cycles(struct code_flow *flow, const struct code_block *blocks, uint32_t n)
{
	uint64_t timed = 0, cycles = 0;

	for (uint32_t i = 0; i < n; i++) {
		const struct code_block *b = &blocks[i];

		if (!b->timed)
			continue;
		if (!timed || b->cycles_min < flow->cycles_min)
			flow->cycles_min = b->cycles_min;
		if (b->cycles_max > flow->cycles_max)
			flow->cycles_max = b->cycles_max;
		timed += b->timed;
		cycles += b->cycles;
	}
	flow->cycles = timed ? cycles / timed : 0;
}

/* The longest one with cycles. */
static void fill_ipc(struct filling *f, const struct code_block *blocks, uint32_t n, uint32_t last)
{
	uint32_t i = 0, first;
	double ipc;

	while (i < n && !blocks[i].timed)
		i++;
	if (i == n || blocks[i].begin == BLOCK_NO_BEGIN || blocks[i].begin == blocks[i].end)
		return;
	first = at_offset(f, blocks[i].begin);
	if (first > last)
		return;
	ipc = (last - first + 1) / ((double)blocks[i].cycles / (double)blocks[i].timed);
	for (uint32_t at = first; at <= last; at++) {
		if (f->flow[at].ipc > 0)
			continue;
		f->flow[at].ipc = ipc;
		f->covered++;
	}
	f->run += (double)(last - first + 1) * (double)blocks[i].timed;
	f->cycles += (double)blocks[i].cycles;
}

static void fill_end(struct filling *f, const struct code_block *blocks, uint32_t n)
{
	uint32_t last = at_offset(f, blocks->end);

	if (last == f->n || f->list[last].offset != blocks->end)
		return;
	fill_cycles(&f->flow[last], blocks, n);
	fill_ipc(f, blocks, n, last);
}

static void fill_ends(struct filling *f)
{
	for (uint32_t from = 0, end; from < f->n_blocks; from = end) {
		for (end = from + 1; end < f->n_blocks && f->blocks[end].end == f->blocks[from].end;)
			end++;
		fill_end(f, &f->blocks[from], end - from);
	}
}

/* --- branches ----------------------------------------------------------------------------------- */

/* As numbers of branches, for now. */
static void count_branches(const struct filling *f)
{
	for (uint32_t i = 0; i < f->n_blocks; i++) {
		const struct code_block *b = &f->blocks[i];
		uint32_t last = at_offset(f, b->end),
			 first = b->begin == BLOCK_NO_BEGIN ? f->n : at_offset(f, b->begin);

		if (last >= f->n || first > last)
			continue;
		f->flow[first].entered += (double)b->taken;
		f->flow[last].taken += (double)b->taken;
		f->flow[last].predicted += (double)b->predicted;
	}
}

/* Of what comes to a branch: what has begun since the branch before it, what is left there, and of that in percent. */
static void fill_shares(const struct filling *f)
{
	double running = 0;
	uint32_t first = 0;

	for (uint32_t i = 0; i < f->n; i++) {
		struct code_flow *flow = &f->flow[i];
		double taken = flow->taken;

		running += flow->entered;
		if (!(taken > 0))
			continue;
		for (; first <= i; first++)
			f->flow[first].entered *= 100 / running;
		flow->taken = 100 * taken / running;
		flow->predicted *= 100 / taken;
		running -= taken;
	}
}

struct code_flow_sum code_flow_fill(const struct code_block *blocks, uint32_t n_blocks,
				    const struct disasm_instruction *list, uint32_t n, struct code_flow *ret_flow)
{
	struct filling f = { .blocks = blocks, .list = list, .n_blocks = n_blocks, .n = n, .flow = ret_flow };
	struct code_flow_sum sum = { 0 };

	memset(ret_flow, 0, n * sizeof(*ret_flow));
	fill_ends(&f);
	count_branches(&f);
	fill_shares(&f);
	for (uint32_t i = 0; i < n_blocks; i++)
		sum.has_cycles = sum.has_cycles || blocks[i].timed;
	sum.ipc = f.cycles > 0 ? f.run / f.cycles : 0;
	sum.coverage = n ? 100.0 * f.covered / n : 0;
	return sum;
}
