#include "formats/abi.h"
#include "report/chain_tree.h"
#include "tests/support/test.h"

static uint32_t add(struct chain_tree *t, const uint64_t *addrs, uint64_t n, bool swap)
{
	uint64_t bytes[128];

	for (uint64_t i = 0; i < n; i++)
		bytes[i] = swap ? __builtin_bswap64(addrs[i]) : addrs[i];
	return chain_tree_add(t, (const uint8_t *)bytes, n, RECORD_MISC_USER, swap);
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
	node = t.nodes[node].parent;
	check_node(&t, node, 0xf2, RECORD_MISC_KERNEL);
	node = t.nodes[node].parent;
	check_node(&t, node, 0x11, RECORD_MISC_USER);
	node = t.nodes[node].parent;
	check_node(&t, node, 0x12, RECORD_MISC_USER);
	CHECK_EQ_U64(t.nodes[node].parent, CHAIN_EMPTY);
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
	/* no marker there is: not a chain */
	CHECK_EQ_U64(ADD(&t, 6, (uint64_t)-1, 5), CHAIN_EMPTY);
	/* before any marker: the sample's own mode */
	check_node(&t, ADD(&t, 7), 7, RECORD_MISC_USER);
	chain_tree_fini(&t);
}

TEST(find_adds_nothing)
{
	uint64_t known[] = { CALLCHAIN_USER, 1, 2, 3 }, unknown[] = { CALLCHAIN_USER, 9, 2, 3 };
	struct chain_tree t;
	uint32_t node, n;

	CHECK(!chain_tree_init(&t));
	node = add(&t, known, 4, false);
	n = t.n;
	CHECK_EQ_U64(chain_tree_find(&t, (const uint8_t *)known, 4, RECORD_MISC_USER, false), node);
	CHECK_EQ_U64(chain_tree_find(&t, (const uint8_t *)unknown, 4, RECORD_MISC_USER, false), CHAIN_FAILED);
	CHECK_EQ_U64(chain_tree_find(&t, (const uint8_t *)known, 1, RECORD_MISC_USER, false), CHAIN_EMPTY);
	CHECK_EQ_U64(t.n, n);
	chain_tree_fini(&t);
}

TEST(nothing_but_markers)
{
	struct chain_tree t;

	CHECK(!chain_tree_init(&t));
	CHECK_EQ_U64(ADD(&t, CALLCHAIN_KERNEL, CALLCHAIN_USER), CHAIN_EMPTY);
	CHECK_EQ_U64(chain_tree_add(&t, NULL, 0, RECORD_MISC_USER, false), CHAIN_EMPTY);
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
	for (node = add(&t, addrs, 128, false); node; node = t.nodes[node].parent)
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
