/* Fixtures: callchains, and stacks in their place. */
#include "tests/support/fixture_tables.h"

#include "formats/feature/features_encode.h"
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

/*
 * A call tree large enough for several workers to draw its graphs: chains of every order of calls. One frame lies in a
 * file whose name has the codes of a terminal in it.
 */
static void build_many_chains(struct perf_builder *b)
{
	struct event_attr attr = fixture_clock(PERF_SAMPLE_CALLCHAIN);

	perf_builder_event(b, &attr, "cpu-clock", (uint64_t[]){ 11 }, 1);
	b->at = (struct perf_builder_at){ .id = 11, .pid = -1u, .time = 1000000 };
	fixture_functions(b);
	fixture_process(b, 100, "alpha");
	fixture_map(b, 100, 0x500000, "/usr/bin/\033[31mred\033[m");
	b->at.pid = b->at.tid = 100;
	for (int i = 0; i < 4 * 4 * 4 * 4 * 4; i++) {
		int functions[7] = { [6] = F_MAIN };

		for (int k = 0, rest = i; k < 6; k++, rest /= 4)
			functions[k] = F_WORK + rest % 4;
		chain_sample(b, 1 + (i % 4 == 0), functions, 7, i % 2);
	}
	for (int i = 0; i < 400; i++)
		perf_builder_sample(b, &(struct perf_builder_sample){
					       .misc = RECORD_MISC_USER,
					       .ip = 0x500010,
					       .period = 1000,
					       .chain = (uint64_t[]){ CALLCHAIN_USER, 0x500010, 0x500020, 0x400321 },
					       .n_chain = 4 });
	perf_builder_feature_event_desc(b);
}

/* Names that formats of text have to write so that each stays one name; all are called by the first. */
static void build_odd_names(struct perf_builder *b)
{
	static const char *const names[] = { "main",       "=1+1",           "-[Object name]", "a,b;\"c\"",
					     "byte\377",   "byte\303\277",   "byte\\xff",      "(1)",
					     "two\nlines", "tab\tesc\033[m", "  blanks  ",     "`id`",
					     "fn=(2) cfn", "</script>",      "\302\233csi" };
	struct event_attr attr = fixture_clock(PERF_SAMPLE_CALLCHAIN);

	perf_builder_event(b, &attr, "cycles:u", (uint64_t[]){ 11 }, 1);
	b->at = (struct perf_builder_at){ .id = 11, .pid = -1u, .time = 1000000 };
	for (int i = 0; i < (int)ARRAY_SIZE(names); i++)
		perf_builder_ksymbol(b, fixture_function(i, 0), FUNCTION_SIZE, 1, 0, names[i]);
	fixture_process(b, 100, "@odd \"comm\"");
	b->at.pid = b->at.tid = 100;
	for (int i = 0; i < (int)ARRAY_SIZE(names); i++)
		chain_sample(b, 1 + i, (int[]){ i, 0 }, i ? 2 : 1, false);
	perf_builder_feature_event_desc(b);
}

/* Of two threads, one samples and both wait: as prec record --off-cpu and Linux perf write it. */
static void build_off_cpu(struct perf_builder *b)
{
	struct event_attr clock = fixture_clock(PERF_SAMPLE_CALLCHAIN), blocked = clock;

	blocked.config = PERF_COUNT_SW_BPF_OUTPUT;
	perf_builder_event(b, &clock, "cpu-clock", (uint64_t[]){ 11 }, 1);
	perf_builder_event(b, &blocked, "offcpu-time", (uint64_t[]){ 22 }, 1);
	b->at = (struct perf_builder_at){ .id = 11, .pid = -1u, .time = 1000000 };
	fixture_functions(b);
	fixture_process(b, 100, "worker");
	fixture_process(b, 200, "waiter");
	b->at.pid = b->at.tid = 100;
	chain_sample(b, 7, (int[]){ F_WORK, F_MAIN }, 2, false);
	b->at.event = 1;
	b->at.id = 22;
	chain_sample(b, 3, (int[]){ F_IDLE, F_MAIN }, 2, false);
	b->at.pid = b->at.tid = 200;
	chain_sample(b, 5, (int[]){ F_IDLE, F_MAIN }, 2, false);
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

static const uint64_t stack_regs[] = { 0x7ffc00001000, 0x400321 }; /* SP, IP */

/* An event with copied stacks. */
static struct event_attr stack_attr(void)
{
	struct event_attr attr = fixture_clock(PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER);

	attr.flags |= ATTR_EXCLUDE_CALLCHAIN_USER;
	attr.sample_regs_user = 1 << 7 | 1 << 8;
	return attr;
}

/* A sample of one: 16 bytes of stack. */
static struct perf_builder_sample stack_sample(uint16_t misc, uint64_t ip)
{
	return (struct perf_builder_sample){ .misc = misc,
					     .ip = ip,
					     .period = 1000,
					     .regs_user_abi = 2,
					     .regs_user = stack_regs,
					     .stack = "stackstackstack",
					     .stack_size = 16,
					     .stack_dyn_size = 16 };
}

/* As perf record --call-graph dwarf writes them: in the kernel's code, in the user's, and in a thread without any. */
static void build_stacks(struct perf_builder *b)
{
	const uint64_t chain[] = { CALLCHAIN_KERNEL, fixture_function(F_LEAF, 0x10), fixture_function(F_MAIN, 0x15) };
	struct perf_builder_sample sample = stack_sample(RECORD_MISC_KERNEL, chain[1]);
	struct event_attr attr = stack_attr();

	sample.chain = chain;
	sample.n_chain = ARRAY_SIZE(chain);
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
	sample = stack_sample(RECORD_MISC_USER, 0x400321);
	b->at.time += 1000;
	perf_builder_sample(b, &sample);
	perf_builder_feature_event_desc(b);
	perf_builder_feature_string(b, FEATURE_ARCH, "x86_64");
}

/* Two events with copied stacks, of which those of the second give way to chains that come later. */
static void build_mixed_stacks(struct perf_builder *b)
{
	const uint64_t chain[] = { CALLCHAIN_KERNEL, fixture_function(F_LEAF, 0x10), fixture_function(F_MAIN, 0x15) };
	struct perf_builder_sample sample = stack_sample(RECORD_MISC_KERNEL, chain[1]);
	struct event_attr attr = stack_attr();

	sample.chain = chain;
	perf_builder_event(b, &attr, "cpu-clock", (uint64_t[]){ 11 }, 1);
	attr.flags |= ATTR_DEFER_CALLCHAIN;
	attr.config = PERF_COUNT_SW_TASK_CLOCK;
	perf_builder_event(b, &attr, "task-clock", (uint64_t[]){ 22 }, 1);
	b->at = (struct perf_builder_at){ .id = 11, .pid = -1u, .time = 1000000 };
	fixture_functions(b);
	fixture_process(b, 100, "alpha");
	b->at.pid = b->at.tid = 100;
	for (int i = 0; i < 4; i++) {
		b->at.event = (unsigned)i % 2;
		b->at.id = i % 2 ? 22 : 11;
		b->at.time += 1000;
		sample.n_chain = i % 2 ? (uint64_t)i / 2 : ARRAY_SIZE(chain);
		perf_builder_sample(b, &sample);
	}
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

/* Calls of the fixture below by number: from the c-th function to the next one. */
static uint64_t call_from(int c)
{
	return 0x400020 + (uint64_t)c * 0x100;
}

/* A sample of a thread: the processor has `n` calls, of which `calls` lists the newest first, in register `newest`. */
static void call_stack_sample(struct perf_builder *b, uint32_t tid, bool kernel, const int *calls, uint64_t n,
			      uint64_t newest)
{
	struct perf_builder_branch branches[8];
	uint64_t ip = call_from(calls[0] + 1) + 8, chain[4], n_chain = 0;

	for (uint64_t i = 0; i < n; i++)
		branches[i] = (struct perf_builder_branch){ call_from(calls[i]), call_from(calls[i] + 1) - 0x20, 0 };
	if (kernel) {
		chain[n_chain++] = CALLCHAIN_KERNEL;
		chain[n_chain++] = fixture_function(F_LEAF, 0x10);
	}
	chain[n_chain++] = CALLCHAIN_USER;
	chain[n_chain++] = ip;
	b->at.tid = tid;
	b->at.time += 1000;
	perf_builder_sample(b, &(struct perf_builder_sample){ .misc = kernel ? RECORD_MISC_KERNEL : RECORD_MISC_USER,
							      .ip = kernel ? chain[1] : ip,
							      .period = 1000,
							      .chain = chain,
							      .n_chain = n_chain,
							      .branches = branches,
							      .n_branches = n,
							      .branch_hw_idx = newest });
}

#define CALL_STACK_SAMPLE(b_, tid_, kernel_, newest_, ...)                 \
	call_stack_sample((b_), (tid_), (kernel_), (int[]){ __VA_ARGS__ }, \
			  sizeof((int[]){ __VA_ARGS__ }) / sizeof(int), (newest_))

/*
 * As perf record --call-graph lbr writes them, of a processor that keeps four calls: a thread that calls deeper and
 * comes back, with samples in the kernel, and beside it one that has a stack of its own and then calls otherwise.
 */
static void build_call_stacks(struct perf_builder *b)
{
	struct event_attr attr = fixture_clock(PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_BRANCH_STACK);
	struct feature_cap registers = { .name = "branches", .value = "4" };
	struct buffer caps;

	attr.branch_sample_type = PERF_SAMPLE_BRANCH_USER | PERF_SAMPLE_BRANCH_CALL_STACK | PERF_SAMPLE_BRANCH_HW_INDEX;
	perf_builder_event(b, &attr, "cpu-clock", (uint64_t[]){ 11 }, 1);
	b->at = (struct perf_builder_at){ .id = 11, .pid = -1u, .time = 1000000 };
	fixture_functions(b);
	fixture_process(b, 100, "alpha");
	b->at.pid = b->at.tid = 100;
	perf_builder_fork(b, 100, 100, 101, 100);
	CALL_STACK_SAMPLE(b, 100, false, 3, 4, 3, 2, 1);
	CALL_STACK_SAMPLE(b, 101, false, 1, 12, 11);
	CALL_STACK_SAMPLE(b, 100, true, 1, 6, 5, 4, 3);
	CALL_STACK_SAMPLE(b, 100, false, 3, 8, 7, 6, 5);
	CALL_STACK_SAMPLE(b, 101, false, 0, 15, 14, 13, 12);
	CALL_STACK_SAMPLE(b, 100, false, 1, 6, 5);
	CALL_STACK_SAMPLE(b, 100, true, 0, 5);
	CALL_STACK_SAMPLE(b, 101, false, 0, 25, 24, 23, 22);
	CALL_STACK_SAMPLE(b, 100, false, 3, 28, 27, 26, 5);
	perf_builder_feature_event_desc(b);
	buffer_init(&caps);
	caps.swap = b->flags & PERF_BUILDER_SWAP;
	feature_encode_cpu_pmu_caps(&caps, &registers, 1);
	perf_builder_feature(b, FEATURE_CPU_PMU_CAPS, caps.data, caps.size);
	buffer_fini(&caps);
}

/* A sample of user code with a chain of `calls`, the innermost first, and branches, the newest first. */
static void history_sample(struct perf_builder *b, const int *calls, uint64_t n,
			   const struct perf_builder_branch *branches, uint64_t n_branches)
{
	uint64_t chain[8] = { CALLCHAIN_USER };

	for (uint64_t i = 0; i < n; i++)
		chain[i + 1] = call_from(calls[i]) + 4;
	b->at.time += 1000;
	perf_builder_sample(b, &(struct perf_builder_sample){ .misc = RECORD_MISC_USER,
							      .ip = chain[1],
							      .period = 1000,
							      .chain = chain,
							      .n_chain = n + 1,
							      .branches = branches,
							      .n_branches = n_branches });
}

/*
 * As perf record -g -b writes them: branches within the sampled function, a loop of two branches, calls that are in the
 * callchain as well, and a chain without branches.
 */
static void build_branch_history(struct perf_builder *b)
{
	struct event_attr attr = fixture_clock(PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_BRANCH_STACK);
	const struct perf_builder_branch loop = { 0x400910, 0x400904, 0 }, back = { 0x400908, 0x40090c, 0 };
	const struct perf_builder_branch call = { call_from(7), call_from(9) - 0x20, 0 };
	const struct perf_builder_branch outer = { call_from(6), call_from(7) - 0x20, 0 };

	attr.branch_sample_type = PERF_SAMPLE_BRANCH_USER | PERF_SAMPLE_BRANCH_ANY;
	perf_builder_event(b, &attr, "cpu-clock", (uint64_t[]){ 11 }, 1);
	b->at = (struct perf_builder_at){ .id = 11, .pid = -1u, .time = 1000000 };
	fixture_functions(b);
	fixture_process(b, 100, "alpha");
	b->at.pid = b->at.tid = 100;
	history_sample(b, (int[]){ 9, 7, 6, 5, 4, 3 }, 6, (struct perf_builder_branch[]){ loop }, 1);
	history_sample(b, (int[]){ 9, 7, 6, 5, 4, 3 }, 6, (struct perf_builder_branch[]){ call, outer }, 2);
	history_sample(b, (int[]){ 9, 7, 6, 5, 4, 3 }, 6,
		       (struct perf_builder_branch[]){ loop, back, loop, back, loop, call }, 6);
	history_sample(b, (int[]){ 9, 7 }, 2, (struct perf_builder_branch[]){ loop, call, outer }, 3);
	history_sample(b, (int[]){ 9, 7, 6, 5, 4, 3 }, 6, NULL, 0);
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
	{ .name = "many-chains", .build = build_many_chains },
	{ .name = "odd-names", .build = build_odd_names },
	{ .name = "off-cpu", .build = build_off_cpu },
	{ .name = "chains-swapped", .flags = PERF_BUILDER_SWAP, .build = build_chains },
	{ .name = "stacks", .build = build_stacks },
	{ .name = "stacks-swapped", .flags = PERF_BUILDER_SWAP, .build = build_stacks },
	{ .name = "mixed-stacks", .build = build_mixed_stacks },
	{ .name = "deferred", .build = build_deferred },
	{ .name = "deferred-swapped", .flags = PERF_BUILDER_SWAP, .build = build_deferred },
	{ .name = "call-stacks", .build = build_call_stacks },
	{ .name = "call-stacks-swapped", .flags = PERF_BUILDER_SWAP, .build = build_call_stacks },
	{ .name = "branch-history", .build = build_branch_history },
	{ .name = "branch-history-swapped", .flags = PERF_BUILDER_SWAP, .build = build_branch_history },
	{ .name = "broken-chains", .build = build_broken_chains },
	{ .name = "stream", .build = build_stream },
	{ 0 },
};
