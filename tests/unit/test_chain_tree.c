#include "formats/abi.h"
#include "report/chain_tree.h"
#include "tests/support/test.h"

static uint32_t add(struct chain_tree *t, const uint64_t *addrs, uint64_t n, bool swap)
{
	struct chain_last last = { 0 };
	uint64_t bytes[128];
	uint32_t node;

	for (uint64_t i = 0; i < n; i++)
		bytes[i] = swap ? __builtin_bswap64(addrs[i]) : addrs[i];
	node = chain_tree_add(t, &last, 1, (const uint8_t *)bytes, n, RECORD_MISC_USER, swap);
	/* again, now that it is the last one */
	CHECK_EQ_U64(chain_tree_add(t, &last, 1, (const uint8_t *)bytes, n, RECORD_MISC_USER, swap), node);
	chain_last_fini(&last);
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
	CHECK_EQ_U64(t.n, 6);
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
	CHECK_EQ_U64(add(&t, (uint64_t[]){ CALLCHAIN_USER, 1, 2, 3 }, 4, true), first);
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

static uint32_t find(const struct chain_tree *t, const uint64_t *addrs, uint64_t n)
{
	struct chain_last last = { 0 };
	uint32_t node = chain_tree_find(t, &last, 1, (const uint8_t *)addrs, n, RECORD_MISC_USER, false);

	chain_last_fini(&last);
	return node;
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
	CHECK_EQ_U64(find(&t, unknown, 4), CHAIN_FAILED);
	CHECK_EQ_U64(find(&t, known, 1), CHAIN_EMPTY);
	CHECK_EQ_U64(t.n, n);
	chain_tree_fini(&t);
}

TEST(nothing_but_markers)
{
	struct chain_tree t;

	CHECK(!chain_tree_init(&t));
	CHECK_EQ_U64(ADD(&t, CALLCHAIN_KERNEL, CALLCHAIN_USER), CHAIN_EMPTY);
	CHECK_EQ_U64(chain_tree_add(&t, &(struct chain_last){ 0 }, 1, NULL, 0, RECORD_MISC_USER, false), CHAIN_EMPTY);
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

TEST(many_nodes)
{
	struct chain_tree t;
	uint32_t nodes[20000];

	CHECK(!chain_tree_init(&t));
	for (uint32_t i = 0; i < ARRAY_SIZE(nodes); i++)
		nodes[i] = chain_tree_child(&t, i ? nodes[i / 2] : CHAIN_EMPTY, i, RECORD_MISC_USER);
	CHECK_EQ_U64(t.n, ARRAY_SIZE(nodes) + 1);
	for (uint32_t i = 0; i < ARRAY_SIZE(nodes); i++)
		CHECK_EQ_U64(chain_tree_child(&t, i ? nodes[i / 2] : CHAIN_EMPTY, i, RECORD_MISC_USER), nodes[i]);
	chain_tree_fini(&t);
}

/* What a chain shares with the one before is not looked up again, and must come to the same nodes. */
TEST(the_last_chain_helps)
{
	struct chain_last last = { 0 };
	struct chain_tree t;
	uint64_t addrs[8];
	uint32_t random = 1;

	CHECK(!chain_tree_init(&t));
	for (int i = 0; i < 20000; i++) {
		struct chain_last none = { 0 };
		uint32_t node, pid;
		uint64_t n;

		random = random * 1103515245 + 12345;
		n = random >> 16 & 7;
		pid = random >> 20 & 1;
		for (uint64_t k = 0; k < n; k++)
			addrs[k] = (random >> (2 * k) & 3) == 3 ? CALLCHAIN_KERNEL : 1 + (random >> (2 * k) & 3);
		node = chain_tree_add(&t, &last, pid, (const uint8_t *)addrs, n, RECORD_MISC_USER, false);
		CHECK_EQ_U64(chain_tree_add(&t, &none, pid, (const uint8_t *)addrs, n, RECORD_MISC_USER, false), node);
		chain_last_fini(&none);
		for (uint64_t k = 0; k < n; k++) {
			if (addrs[k] == CALLCHAIN_KERNEL)
				continue;
			CHECK_EQ_U64(t.nodes[node].addr, addrs[k]);
			node = chain_tree_outer(&t, node);
		}
		CHECK_EQ_U64(node, CHAIN_EMPTY);
	}
	chain_last_fini(&last);
	chain_tree_fini(&t);
}
