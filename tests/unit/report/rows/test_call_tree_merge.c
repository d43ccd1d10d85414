/* call_tree_merge: chains of one tree in another, whose row prefixes and frames have other numbers. */
#include "report/rows/call_tree_merge.h"

#include "tests/support/test.h"

#include <stdlib.h>

/* Row prefixes 0 and 1, frames 1 to 6 of the tree that is added; what these numbers are in the other one. */
static const uint32_t row_prefixes[] = { 4, 3 };
static const uint32_t frames[] = { 0, 12, 11, 16, 15, 14, 13 };
static const uint32_t same[] = { 0, 1, 2, 3, 4, 5, 6 };

static struct call_at walk(struct call_tree *t, uint32_t row_prefix, const uint32_t *chain, const uint32_t *numbers)
{
	struct call_at at = { 0 };

	for (; *chain; chain++)
		CHECK_EQ_I64(call_tree_child(t, row_prefix, &at, numbers[*chain]), 0);
	return at;
}

static void add(struct call_tree *t, uint32_t row_prefix, const uint32_t *chain, uint64_t period)
{
	const uint32_t node = call_tree_end(t, walk(t, row_prefix, chain, same));

	CHECK(node && node != CHAIN_FAILED);
	call_tree_count(t, node, period, 1);
}

static const uint32_t chains[][5] = { { 1, 2, 3 }, { 1, 2, 4, 5 }, { 1 }, { 6 }, { 1, 2, 4 } };

static void fill(struct call_tree *t)
{
	CHECK_EQ_I64(call_tree_init(t, NULL, 0), 0);
	for (uint32_t i = 0; i < ARRAY_SIZE(chains); i++)
		add(t, i % 2, chains[i], 10 + i);
}

/* All chains are there, by these numbers, with what was counted at them; nothing is added by looking. */
static void check(struct call_tree *t, const uint32_t *in_prefixes, const uint32_t *in_frames, uint64_t times)
{
	const uint32_t n = t->n, n_positions = t->n_frames;

	for (uint32_t i = 0; i < ARRAY_SIZE(chains); i++) {
		const uint32_t node = call_tree_end(t, walk(t, in_prefixes[i % 2], chains[i], in_frames));

		CHECK_EQ_U64(t->nodes[node].self, times * (10 + i));
		CHECK_EQ_U64(t->nodes[node].self_count, times);
	}
	CHECK_EQ_U64(t->n, n);
	CHECK_EQ_U64(t->n_frames, n_positions);
}

TEST(an_empty_tree_takes_over)
{
	struct call_tree from, to;
	const struct call_node *nodes;
	const uint32_t *positions;

	fill(&from);
	nodes = from.nodes;
	positions = from.frames;
	CHECK_EQ_I64(call_tree_init(&to, NULL, 0), 0);
	CHECK(call_tree_is_empty(&to));
	CHECK_EQ_I64(call_tree_adopt(&to, &from, row_prefixes, frames), 0);
	CHECK(to.nodes == nodes && to.frames == positions);
	CHECK(call_tree_is_empty(&from));
	check(&to, row_prefixes, frames, 1);
	call_tree_fini(&from);
	call_tree_fini(&to);
}

TEST(the_same_numbers)
{
	struct call_tree from, to;
	const struct hash_table_slot *slots;

	fill(&from);
	slots = from.table.slots;
	CHECK_EQ_I64(call_tree_init(&to, NULL, 0), 0);
	CHECK_EQ_I64(call_tree_adopt(&to, &from, NULL, same), 0);
	CHECK(to.table.slots == slots);
	check(&to, same, same, 1);
	call_tree_fini(&from);
	call_tree_fini(&to);
}

TEST(merged_into_what_is_there)
{
	struct call_tree first, second, to;
	uint32_t *positions;

	fill(&first);
	fill(&second);
	CHECK_EQ_I64(call_tree_init(&to, NULL, 0), 0);
	CHECK_EQ_I64(call_tree_adopt(&to, &first, row_prefixes, frames), 0);
	positions = call_tree_merge(&to, &second, row_prefixes, frames);
	CHECK(positions);
	for (uint32_t position = 1; position < second.n_frames; position++)
		CHECK_EQ_U64(to.frames[positions[position]], frames[second.frames[position]]);
	check(&to, row_prefixes, frames, 2);
	free(positions);
	call_tree_fini(&first);
	call_tree_fini(&second);
	call_tree_fini(&to);
}
