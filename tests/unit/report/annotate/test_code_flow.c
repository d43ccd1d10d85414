/* Blocks in, numbers of instructions out. */
#include "report/annotate/code_flow.h"

#include "report/annotate/code_blocks.h"
#include "tests/support/test.h"

/* Six instructions of two bytes. */
static const struct disasm_instruction list[] = {
	{ .offset = 0, .size = 2 }, { .offset = 2, .size = 2 }, { .offset = 4, .size = 2 },
	{ .offset = 6, .size = 2 }, { .offset = 8, .size = 2 }, { .offset = 10, .size = 2 },
};

/* misc: 1 mispredicted, 2 predicted. */
static void add(struct code_blocks *l, uint64_t begin, uint64_t end, uint64_t misc, uint64_t cycles, uint64_t count)
{
	struct code_block block = code_block_of_branch(end, misc | cycles << 4, count);

	block.begin = begin;
	CHECK_EQ_I64(code_blocks_add(l, &block), 0);
}

static struct code_flow_sum fill(struct code_blocks *l, struct code_flow *flow)
{
	code_blocks_sort(l);
	return code_flow_fill(l->list, l->n, list, 6, flow);
}

static unsigned hundredths(double number)
{
	return (unsigned)(number * 100 + 0.5);
}

TEST(equal_blocks_are_one)
{
	struct code_blocks l = { 0 };

	add(&l, 0, 4, 2, 10, 2);
	add(&l, 2, 4, 2, 7, 1);
	add(&l, 0, 4, 1, 20, 1);
	add(&l, 0, 4, 1, 0, 1);
	code_blocks_sort(&l);
	CHECK_EQ_U64(l.n, 2);
	CHECK_EQ_U64(l.list[0].taken, 4);
	CHECK_EQ_U64(l.list[0].predicted, 2);
	CHECK_EQ_U64(l.list[0].timed, 3);
	CHECK_EQ_U64(l.list[0].cycles, 40);
	CHECK_EQ_U64(l.list[0].cycles_min, 10);
	CHECK_EQ_U64(l.list[0].cycles_max, 20);
	code_blocks_fini(&l);
}

TEST(the_longest_block_with_cycles_gives_instructions_per_cycle)
{
	struct code_blocks l = { 0 };
	struct code_flow flow[6];
	struct code_flow_sum sum;

	add(&l, 0, 6, 2, 0, 5);
	add(&l, 2, 6, 2, 6, 2);
	add(&l, 4, 6, 2, 1, 4);
	add(&l, BLOCK_NO_BEGIN, 6, 2, 100, 1);
	sum = fill(&l, flow);
	CHECK_EQ_U64(hundredths(flow[3].ipc), 50);
	CHECK_EQ_U64(hundredths(flow[1].ipc), 50);
	CHECK_EQ_U64(hundredths(flow[0].ipc), 0);
	CHECK_EQ_U64(flow[3].cycles, (12 + 4 + 100) / 7);
	CHECK_EQ_U64(flow[3].cycles_min, 1);
	CHECK_EQ_U64(flow[3].cycles_max, 100);
	CHECK_EQ_U64(flow[1].cycles, 0);
	CHECK(sum.has_cycles);
	CHECK_EQ_U64(hundredths(sum.ipc), 50);
	CHECK_EQ_U64(hundredths(sum.coverage), 5000);
	code_blocks_fini(&l);
}

/* The first branch keeps its own number; what is behind it has that of the block that goes on. */
TEST(a_branch_that_was_not_taken_has_its_own)
{
	struct code_blocks l = { 0 };
	struct code_flow flow[6];

	add(&l, 0, 2, 2, 4, 1);
	add(&l, 0, 6, 2, 2, 1);
	fill(&l, flow);
	CHECK_EQ_U64(hundredths(flow[0].ipc), 50);
	CHECK_EQ_U64(hundredths(flow[1].ipc), 50);
	CHECK_EQ_U64(hundredths(flow[2].ipc), 200);
	CHECK_EQ_U64(hundredths(flow[3].ipc), 200);
	code_blocks_fini(&l);
}

TEST(shares_are_of_what_comes_to_a_branch)
{
	struct code_blocks l = { 0 };
	struct code_flow flow[6];

	add(&l, 0, 4, 2, 1, 3);
	add(&l, 0, 8, 2, 1, 1);
	add(&l, 6, 8, 1, 1, 3);
	fill(&l, flow);
	CHECK_EQ_U64(hundredths(flow[0].entered), 10000);
	CHECK_EQ_U64(hundredths(flow[2].taken), 7500);
	CHECK_EQ_U64(hundredths(flow[2].predicted), 10000);
	CHECK_EQ_U64(hundredths(flow[3].entered), 7500);
	CHECK_EQ_U64(hundredths(flow[4].taken), 10000);
	CHECK_EQ_U64(hundredths(flow[4].predicted), 2500);
	code_blocks_fini(&l);
}

/* Branches that are in no instruction, since the file is another one. */
TEST(blocks_of_other_code_are_left_out)
{
	struct code_blocks l = { 0 };
	struct code_flow flow[6];
	struct code_flow_sum sum;

	add(&l, 0, 3, 2, 5, 1);
	add(&l, 0, UINT64_MAX - 1, 2, 5, 1);
	sum = fill(&l, flow);
	CHECK_EQ_U64(hundredths(sum.coverage), 0);
	CHECK_EQ_U64(hundredths(sum.ipc), 0);
	CHECK_EQ_U64(flow[1].cycles, 0);
	code_blocks_fini(&l);
}
