/* branch_chain: chains whose user part is in the branches of their samples, in both byte orders; what reports count. */
#include "report/scan/analysis.h"
#include "report/unwind/branch_chain.h"
#include "tests/support/built_file.h"
#include "tests/support/test.h"

static const struct event_attr attr = {
	.type = PERF_TYPE_HARDWARE,
	.size = ATTR_SIZE_VER7,
	.sample_period = 1,
	.sample_type =
		PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_BRANCH_STACK,
	.branch_sample_type = PERF_SAMPLE_BRANCH_CALL_STACK,
	.flags = ATTR_SAMPLE_ID_ALL,
};

static const struct perf_builder_branch branches[] = { { 0x401d47, 0x400460, 0 }, { 0x4015a0, 0x401c70, 0 } };

#define KERNEL 0xffffffff81000010

struct made {
	uint64_t ip, chain[4], n_chain;
	unsigned n_branches;
	/* What becomes of it, innermost first, without markers. */
	uint64_t want[4];
	unsigned n_want;
};

static const struct made made[] = {
	/* of user code: what the frame pointers led to gives way */
	{ 0x400470, { CALLCHAIN_USER, 0x400474, 0x1234 }, 3, 2, { 0x400470, 0x401d47, 0x4015a0 }, 3 },
	/* of the kernel: the user's code was where the chain says */
	{ KERNEL,
	  { CALLCHAIN_KERNEL, KERNEL, CALLCHAIN_USER, 0x400478 },
	  4,
	  2,
	  { KERNEL, 0x400478, 0x401d47, 0x4015a0 },
	  4 },
	/* without a user's part, or without branches */
	{ KERNEL, { CALLCHAIN_KERNEL, KERNEL }, 2, 2, { KERNEL }, 1 },
	{ 0x400470, { CALLCHAIN_USER, 0x400470, 0x1234 }, 3, 0, { 0x400470 }, 1 },
};

static void check_node(const struct analysis *a, const struct sample_entry *e, const struct made *m)
{
	uint32_t node = sample_key_chain(&e->key);

	CHECK_EQ_U64(e->key.w[0], m->ip);
	for (unsigned i = 0; i < m->n_want; i++, node = chain_tree_outer(&a->chains, node)) {
		CHECK(node);
		CHECK_EQ_U64(a->chains.nodes[node].addr, m->want[i]);
		CHECK_EQ_I64(a->chains.nodes[node].mode, m->want[i] == KERNEL ? RECORD_MISC_KERNEL : RECORD_MISC_USER);
	}
	CHECK_EQ_U64(node, 0);
}

static void check_made(const struct made *m, bool swap)
{
	struct analysis_options options = { .plan = { .by_address = true, .by_chain = true }, .workers = 1 };
	struct error err = ERROR_INIT;
	struct perf_builder b;
	struct strtab strings;
	struct perf_file *f;
	struct analysis a;

	perf_builder_init(&b, swap ? PERF_BUILDER_SWAP : 0);
	perf_builder_event(&b, &attr, "cycles", NULL, 0);
	b.at = (struct perf_builder_at){ .pid = 7, .tid = 7, .time = 5 };
	perf_builder_sample(
		&b, &(struct perf_builder_sample){ .misc = m->ip == KERNEL ? RECORD_MISC_KERNEL : RECORD_MISC_USER,
						   .ip = m->ip,
						   .chain = m->chain,
						   .n_chain = m->n_chain,
						   .branches = branches,
						   .n_branches = m->n_branches });
	f = built_open(&b, &err);
	CHECK(f && !strtab_init(&strings));
	CHECK_EQ_I64(analysis_run(&a, f, &strings, &options, &err), 0);
	CHECK_EQ_U64(a.n_entries, 1);
	check_node(&a, &a.entries[0], m);
	analysis_fini(&a);
	strtab_fini(&strings);
	perf_file_close(f);
	perf_builder_fini(&b);
}

TEST(chains_of_a_report)
{
	for (size_t i = 0; i < ARRAY_SIZE(made); i++) {
		check_made(&made[i], false);
		check_made(&made[i], true);
	}
}
