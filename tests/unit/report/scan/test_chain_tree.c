#include "formats/record/abi.h"
#include "report/scan/chain_tree.h"
#include "tests/support/test.h"

#include <stdlib.h>

static uint32_t add(struct chain_tree *t, const uint64_t *addrs, uint64_t n, bool swap)
{
	uint64_t bytes[128];
	uint32_t node;

	for (uint64_t i = 0; i < n; i++)
		bytes[i] = swap ? __builtin_bswap64(addrs[i]) : addrs[i];
	node = chain_tree_add(t, 1, (const uint8_t *)bytes, n, RECORD_MISC_USER, swap);
	/* again, now that it is there */
	CHECK_EQ_U64(chain_tree_add(t, 1, (const uint8_t *)bytes, n, RECORD_MISC_USER, swap), node);
	return node;
}

#define ADD(t_, ...) add((t_), (uint64_t[]){ __VA_ARGS__ }, sizeof((uint64_t[]){ __VA_ARGS__ }) / 8, false)

static void check_node(const struct chain_tree *t, uint32_t node, uint64_t addr, uint8_t mode)
{
	CHECK_EQ_U64(t->nodes[node].addr, addr);
	CHECK_EQ_U64(t->nodes[node].mode, mode);
}

TEST(a_chain_is_its_innermost_node)
{
	struct chain_tree t;
	uint32_t node;

	CHECK(!chain_tree_init(&t));
	node = ADD(&t, CALLCHAIN_KERNEL, 0xf1, 0xf2, CALLCHAIN_USER, 0x11, 0x12);
	check_node(&t, node, 0xf1, RECORD_MISC_KERNEL);
	node = chain_tree_outer(&t, node);
	check_node(&t, node, 0xf2, RECORD_MISC_KERNEL);
	node = chain_tree_outer(&t, node);
	check_node(&t, node, 0x11, RECORD_MISC_USER);
	node = chain_tree_outer(&t, node);
	check_node(&t, node, 0x12, RECORD_MISC_USER);
	CHECK_EQ_U64(chain_tree_outer(&t, node), CHAIN_EMPTY);
	CHECK_EQ_U64(t.n, 5);
	chain_tree_fini(&t);
}

TEST(chains_are_kept_once)
{
	struct chain_tree t;
	uint32_t first, n;

	CHECK(!chain_tree_init(&t));
	first = ADD(&t, CALLCHAIN_USER, 1, 2, 3);
	n = t.n;
	CHECK_EQ_U64(ADD(&t, CALLCHAIN_USER, 1, 2, 3), first);
	CHECK_EQ_U64(t.n, n);
	/* the callers are shared */
	CHECK_EQ_U64(t.nodes[ADD(&t, CALLCHAIN_USER, 9, 2, 3)].parent, t.nodes[first].parent);
	CHECK_EQ_U64(t.n, n + 1);
	/* the same address in another mode is another place */
	CHECK(ADD(&t, CALLCHAIN_KERNEL, 1, 2, 3) != first);
	chain_tree_fini(&t);
}

TEST(modes_of_markers)
{
	static const struct {
		uint64_t marker;
		uint8_t mode;
	} markers[] = {
		{ CALLCHAIN_HV, RECORD_MISC_HYPERVISOR },
		{ CALLCHAIN_KERNEL, RECORD_MISC_KERNEL },
		{ CALLCHAIN_USER, RECORD_MISC_USER },
		{ CALLCHAIN_USER_DEFERRED, RECORD_MISC_USER },
		{ CALLCHAIN_GUEST, RECORD_MISC_GUEST_KERNEL },
		{ CALLCHAIN_GUEST_KERNEL, RECORD_MISC_GUEST_KERNEL },
		{ CALLCHAIN_GUEST_USER, RECORD_MISC_GUEST_USER },
	};
	struct chain_tree t;

	CHECK(!chain_tree_init(&t));
	for (size_t i = 0; i < ARRAY_SIZE(markers); i++)
		check_node(&t, ADD(&t, markers[i].marker, 5), 5, markers[i].mode);
	/* a marker that means nothing: no chain */
	CHECK_EQ_U64(ADD(&t, CALLCHAIN_KERNEL, 5, (uint64_t)-1, 6), CHAIN_EMPTY);
	/* before any marker: the sample's own mode */
	check_node(&t, ADD(&t, 7), 7, RECORD_MISC_USER);
	chain_tree_fini(&t);
}

/* A file of the other byte order has the same chains. */
TEST(swapped_addresses)
{
	struct chain_tree t;
	uint32_t node;

	CHECK(!chain_tree_init(&t));
	node = add(&t, (uint64_t[]){ CALLCHAIN_KERNEL, 1, CALLCHAIN_USER, 2 }, 4, true);
	check_node(&t, node, 1, RECORD_MISC_KERNEL);
	check_node(&t, chain_tree_outer(&t, node), 2, RECORD_MISC_USER);
	CHECK_EQ_U64(add(&t, (uint64_t[]){ CALLCHAIN_KERNEL, 5, CALLCHAIN_USER, 2 }, 4, true), node + 1);
	chain_tree_fini(&t);
}

static uint32_t find(const struct chain_tree *t, const uint64_t *addrs, uint64_t n)
{
	return chain_tree_find(t, 1, (const uint8_t *)addrs, n, RECORD_MISC_USER);
}

TEST(find_adds_nothing)
{
	uint64_t known[] = { CALLCHAIN_USER, 1, 2, 3 }, unknown[] = { CALLCHAIN_USER, 9, 2, 3 };
	struct chain_tree t;
	uint32_t node, n;

	CHECK(!chain_tree_init(&t));
	node = add(&t, known, 4, false);
	n = t.n;
	CHECK_EQ_U64(find(&t, known, 4), node);
	CHECK_EQ_U64(find(&t, unknown, 4), CHAIN_EMPTY);
	CHECK_EQ_U64(find(&t, known, 1), CHAIN_EMPTY);
	CHECK_EQ_U64(t.n, n);
	chain_tree_fini(&t);
}

TEST(nothing_but_markers)
{
	struct chain_tree t;

	CHECK(!chain_tree_init(&t));
	CHECK_EQ_U64(ADD(&t, CALLCHAIN_KERNEL, CALLCHAIN_USER), CHAIN_EMPTY);
	CHECK_EQ_U64(chain_tree_add(&t, 1, NULL, 0, RECORD_MISC_USER, false), CHAIN_EMPTY);
	CHECK_EQ_U64(t.n, 1);
	chain_tree_fini(&t);
}

/* More markers than any kernel writes: bounded, and the addresses are all there. */
TEST(many_markers)
{
	struct chain_tree t;
	uint64_t addrs[128];
	uint32_t node, n = 0;

	CHECK(!chain_tree_init(&t));
	for (int i = 0; i < 128; i++)
		addrs[i] = i & 1 ? (uint64_t)i : i & 2 ? CALLCHAIN_USER : CALLCHAIN_KERNEL;
	for (node = add(&t, addrs, 128, false); node; node = chain_tree_outer(&t, node))
		CHECK_EQ_U64(t.nodes[node].addr, 1 + 2 * n++);
	CHECK_EQ_U64(n, 64);
	chain_tree_fini(&t);
}

/* Chains of small numbers that have much in common, with markers among them. */
struct random_chain {
	uint64_t addrs[8];
	uint64_t n;
	uint32_t pid;
};

static struct random_chain random_chain(uint32_t *random)
{
	struct random_chain c;

	*random = *random * 1103515245 + 12345;
	c.n = *random >> 16 & 7;
	c.pid = *random >> 20 & 1;
	for (uint64_t k = 0; k < c.n; k++)
		c.addrs[k] = (*random >> (2 * k) & 3) == 3 ? CALLCHAIN_KERNEL : 1 + (*random >> (2 * k) & 3);
	return c;
}

static void check_random_chain(const struct chain_tree *t, uint32_t node, const struct random_chain *c)
{
	for (uint64_t k = 0; k < c->n; k++) {
		if (c->addrs[k] == CALLCHAIN_KERNEL)
			continue;
		CHECK_EQ_U64(t->nodes[node].addr, c->addrs[k]);
		node = chain_tree_outer(t, node);
	}
	CHECK_EQ_U64(node, CHAIN_EMPTY);
}

static uint32_t add_random(struct chain_tree *t, const struct random_chain *c)
{
	return chain_tree_add(t, c->pid, (const uint8_t *)c->addrs, c->n, RECORD_MISC_USER, false);
}

/* Whatever a chain shares with the one before. */
TEST(chains_are_themselves)
{
	struct chain_tree t;
	uint32_t random = 1;

	CHECK(!chain_tree_init(&t));
	for (int i = 0; i < 20000; i++) {
		struct random_chain c = random_chain(&random);

		check_random_chain(&t, add_random(&t, &c), &c);
	}
	chain_tree_fini(&t);
}

#define MERGED 3

static void check_merged(unsigned workers)
{
	const struct chain_tree *from[MERGED - 1];
	struct chain_tree t[MERGED];
	uint32_t random[MERGED] = { 1, 77, 1000 };
	uint32_t *maps[MERGED - 1];

	for (int i = 0; i < MERGED; i++) {
		uint32_t r = random[i];

		CHECK(!chain_tree_init(&t[i]));
		for (int k = 0; k < 5000; k++) {
			struct random_chain c = random_chain(&r);

			add_random(&t[i], &c);
		}
		if (i)
			from[i - 1] = &t[i];
	}
	CHECK(!chain_tree_merge(&t[0], from, MERGED - 1, workers, maps));
	for (int i = 0; i < MERGED; i++) {
		uint32_t r = random[i];

		for (int k = 0; k < 5000; k++) {
			struct random_chain c = random_chain(&r);
			uint32_t node = chain_tree_find(&t[0], c.pid, (const uint8_t *)c.addrs, c.n, RECORD_MISC_USER);

			check_random_chain(&t[0], node, &c);
			if (i)
				CHECK_EQ_U64(maps[i - 1][add_random(&t[i], &c)], node);
		}
	}
	for (int i = 0; i < MERGED; i++) {
		chain_tree_fini(&t[i]);
		if (i)
			free(maps[i - 1]);
	}
}

TEST(merged_trees_know_all_chains)
{
	for (unsigned workers = 1; workers <= 3; workers++)
		check_merged(workers);
}
