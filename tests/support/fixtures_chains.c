/* Fixtures: callchains, and stacks in their place. */
#include "tests/support/fixture_tables.h"

#include "tests/support/fixture_parts.h"

static void chain_sample(struct perf_builder *b, int n, const int *functions, int depth, bool user)
{
	uint64_t chain[16] = { CALLCHAIN_KERNEL };
	uint64_t length = 1;

	for (int i = 0; i < depth; i++)
		chain[length++] = fixture_function(functions[i], 0x10 + (uint64_t)(i > 0) * 5);
	if (user) {
		chain[length++] = CALLCHAIN_USER;
		chain[length++] = 0x400321;
	}
	for (int i = 0; i < n; i++) {
		b->at.time += 1000;
		perf_builder_sample(b, &(struct perf_builder_sample){ .misc = RECORD_MISC_KERNEL,
								      .ip = chain[1],
								      .period = 1000,
								      .chain = chain,
								      .n_chain = length });
	}
}

static void build_chains(struct perf_builder *b)
{
	struct event_attr attr = fixture_clock(PERF_SAMPLE_CALLCHAIN);

	perf_builder_event(b, &attr, "cpu-clock", (uint64_t[]){ 11 }, 1);
	b->at = (struct perf_builder_at){ .id = 11, .pid = -1u, .time = 1000000 };
	fixture_functions(b);
	fixture_process(b, 100, "alpha");
	b->at.pid = b->at.tid = 100;
	chain_sample(b, 40, (int[]){ F_LEAF, F_WORK, F_MAIN }, 3, false);
	chain_sample(b, 20, (int[]){ F_LEAF, F_LEAF, F_WORK, F_MAIN }, 4, false);
	chain_sample(b, 15, (int[]){ F_HELPER, F_WORK, F_MAIN }, 3, false);
	chain_sample(b, 10, (int[]){ F_IDLE, F_MAIN }, 2, false);
	chain_sample(b, 10, (int[]){ F_WORK, F_MAIN }, 2, false);
	chain_sample(b, 5, (int[]){ F_HELPER }, 1, true);
	perf_builder_feature_event_desc(b);
}

/* Two events, of which one has no callchains; and a sample of the other whose chain is empty. */
static void build_some_chains(struct perf_builder *b)
{
	struct event_attr clock = fixture_clock(PERF_SAMPLE_CALLCHAIN), faults = fixture_clock(0);

	faults.config = PERF_COUNT_SW_PAGE_FAULTS;
	perf_builder_event(b, &clock, "cpu-clock", (uint64_t[]){ 11 }, 1);
	perf_builder_event(b, &faults, "page-faults", (uint64_t[]){ 22 }, 1);
	b->at = (struct perf_builder_at){ .id = 11, .pid = -1u, .time = 1000000 };
	fixture_functions(b);
	fixture_process(b, 100, "al;pha");
	b->at.pid = b->at.tid = 100;
	chain_sample(b, 3, (int[]){ F_LEAF, F_MAIN }, 2, true);
	fixture_samples(b, 100, 0, RECORD_MISC_KERNEL, fixture_function(F_HELPER, 0), 2, 1000);
	b->at.event = 1;
	b->at.id = 22;
	fixture_samples(b, 100, 0, RECORD_MISC_KERNEL, fixture_function(F_LEAF, 0), 4, 1);
	fixture_samples(b, 100, 0, RECORD_MISC_USER, 0x999999, 1, 1);
	perf_builder_feature_event_desc(b);
}

/* As of a program without frame pointers: chains of one function, and some that end where nothing is. */
static void build_broken_chains(struct perf_builder *b)
{
	struct event_attr attr = fixture_clock(PERF_SAMPLE_CALLCHAIN);
	static const struct {
		int n;
		uint64_t chain[4];
		uint64_t n_chain;
	} samples[] = {
		{ 60, { CALLCHAIN_USER, 0x400123 }, 2 },
		{ 30, { CALLCHAIN_USER, 0x400123, 0x7fa7ec133230 }, 3 },
		{ 10, { CALLCHAIN_USER, 0x400123, 0x400321 }, 3 },
	};

	perf_builder_event(b, &attr, "cpu-clock", (uint64_t[]){ 11 }, 1);
	b->at = (struct perf_builder_at){ .id = 11, .pid = -1u, .time = 1000000 };
	fixture_process(b, 100, "alpha");
	b->at.pid = b->at.tid = 100;
	for (size_t i = 0; i < ARRAY_SIZE(samples); i++)
		for (int n = 0; n < samples[i].n; n++)
			perf_builder_sample(b, &(struct perf_builder_sample){ .misc = RECORD_MISC_USER,
									      .ip = samples[i].chain[1],
									      .period = 1000,
									      .chain = samples[i].chain,
									      .n_chain = samples[i].n_chain });
}

/* As perf record --call-graph dwarf writes them: in the kernel's code, in the user's, and in a thread without any. */
static void build_stacks(struct perf_builder *b)
{
	struct event_attr attr = fixture_clock(PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER);
	const uint64_t chain[] = { CALLCHAIN_KERNEL, fixture_function(F_LEAF, 0x10), fixture_function(F_MAIN, 0x15) };
	const uint64_t regs[] = { 0x7ffc00001000, 0x400321 }; /* SP, IP */
	struct perf_builder_sample sample = { .misc = RECORD_MISC_KERNEL,
					      .ip = chain[1],
					      .period = 1000,
					      .chain = chain,
					      .n_chain = ARRAY_SIZE(chain),
					      .regs_user_abi = 2,
					      .regs_user = regs,
					      .stack = "stackstackstack",
					      .stack_size = 16,
					      .stack_dyn_size = 16 };

	attr.flags |= ATTR_EXCLUDE_CALLCHAIN_USER;
	attr.sample_regs_user = 1 << 7 | 1 << 8;
	perf_builder_event(b, &attr, "cpu-clock", (uint64_t[]){ 11 }, 1);
	b->at = (struct perf_builder_at){ .id = 11, .pid = -1u, .time = 1000000 };
	fixture_functions(b);
	fixture_process(b, 100, "alpha");
	b->at.pid = b->at.tid = 100;
	b->at.time += 1000;
	perf_builder_sample(b, &sample);
	sample.regs_user_abi = 0;
	sample.stack_size = 0;
	b->at.time += 1000;
	perf_builder_sample(b, &sample);
	sample = (struct perf_builder_sample){ .misc = RECORD_MISC_USER,
					       .ip = 0x400321,
					       .period = 1000,
					       .regs_user_abi = 2,
					       .regs_user = regs,
					       .stack = "stackstackstack",
					       .stack_size = 16,
					       .stack_dyn_size = 16 };
	b->at.time += 1000;
	perf_builder_sample(b, &sample);
	perf_builder_feature_event_desc(b);
	perf_builder_feature_string(b, FEATURE_ARCH, "x86_64");
}

/* A sample whose user part comes later, in the kernel's code (depth: of its functions) or in the user's (0). */
static void deferred_sample(struct perf_builder *b, uint32_t tid, int depth, uint64_t cookie)
{
	const int functions[] = { F_LEAF, F_WORK, F_MAIN };
	uint64_t chain[8], n = 0;

	if (depth)
		chain[n++] = CALLCHAIN_KERNEL;
	for (int i = 0; i < depth; i++)
		chain[n++] = fixture_function(functions[i], 0x10 + (uint64_t)(i > 0) * 5);
	chain[n++] = CALLCHAIN_USER_DEFERRED;
	chain[n++] = cookie;
	b->at.tid = tid;
	b->at.time += 1000;
	perf_builder_sample(b, &(struct perf_builder_sample){ .misc = depth ? RECORD_MISC_KERNEL : RECORD_MISC_USER,
							      .ip = depth ? chain[1] : 0x400321,
							      .period = 1000,
							      .chain = chain,
							      .n_chain = n });
}

static void deferred_chain(struct perf_builder *b, uint32_t tid, uint64_t cookie, uint64_t inner, uint64_t outer)
{
	const uint64_t words[] = { CALLCHAIN_USER, inner, outer };

	b->at.tid = tid;
	b->at.time += 1000;
	perf_builder_deferred(b, cookie, words, ARRAY_SIZE(words));
}

/*
 * As perf record --call-graph fp,defer writes them on Linux 6.19: several samples with one chain, one cookie in two
 * threads, a chain that was lost, one of no sample, and a sample after which the recording ends.
 */
static void build_deferred(struct perf_builder *b)
{
	struct event_attr attr = fixture_clock(PERF_SAMPLE_CALLCHAIN);

	attr.flags |= ATTR_DEFER_CALLCHAIN | ATTR_DEFER_OUTPUT;
	perf_builder_event(b, &attr, "cpu-clock", (uint64_t[]){ 11 }, 1);
	b->at = (struct perf_builder_at){ .id = 11, .pid = -1u, .time = 1000000 };
	fixture_functions(b);
	fixture_process(b, 100, "alpha");
	b->at.pid = b->at.tid = 100;
	perf_builder_fork(b, 100, 100, 101, 100);
	deferred_sample(b, 100, 3, 0x10001);
	deferred_sample(b, 101, 2, 0x10001);
	deferred_sample(b, 100, 2, 0x10001);
	deferred_chain(b, 100, 0x10001, 0x400321, 0x400621);
	deferred_chain(b, 101, 0x10001, 0x400421, 0x400621);
	deferred_sample(b, 100, 1, 0x20001);
	deferred_chain(b, 100, 0x30001, 0x400999, 0x400621);
	deferred_sample(b, 100, 0, 0x40001);
	deferred_chain(b, 100, 0x40001, 0x400321, 0x400521);
	deferred_sample(b, 101, 3, 0x50001);
	perf_builder_feature_event_desc(b);
}

static void build_stream(struct perf_builder *b)
{
	perf_builder_compress_begin(b);
	build_chains(b);
	perf_builder_compress_stream_end(b, 1, 700);
	perf_builder_feature_compressed(b, 1, 4, 1 << 20);
	perf_builder_finished_round(b);
}

const struct fixture fixtures_chains[] = {
	{ .name = "chains", .build = build_chains },
	{ .name = "some-chains", .build = build_some_chains },
	{ .name = "chains-swapped", .flags = PERF_BUILDER_SWAP, .build = build_chains },
	{ .name = "stacks", .build = build_stacks },
	{ .name = "stacks-swapped", .flags = PERF_BUILDER_SWAP, .build = build_stacks },
	{ .name = "deferred", .build = build_deferred },
	{ .name = "deferred-swapped", .flags = PERF_BUILDER_SWAP, .build = build_deferred },
	{ .name = "broken-chains", .build = build_broken_chains },
	{ .name = "stream", .build = build_stream },
	{ 0 },
};
