/* Fixtures: what samples have besides: groups that are read, tracepoints, accesses to memory, branches. */
#include "tests/support/fixture_tables.h"

#include "tests/support/fixture_parts.h"

/* A sample at which the members of a group have come to so many. */
static void group_sample(struct perf_builder *b, int in, uint64_t cycles, uint64_t faults)
{
	const uint64_t read[] = { 3, cycles, 11, faults, 22, 0, 33 };
	const uint64_t chain[] = { CALLCHAIN_KERNEL, fixture_function(in, 0x10), fixture_function(F_MAIN, 0x15) };

	b->at.time += 1000;
	perf_builder_sample(b, &(struct perf_builder_sample){ .misc = RECORD_MISC_KERNEL,
							      .ip = fixture_function(in, 0x10),
							      .period = 4000,
							      .read = read,
							      .n_read = ARRAY_SIZE(read),
							      .chain = chain,
							      .n_chain = ARRAY_SIZE(chain) });
}

/* Three events read at the samples of the first, of which one counts nothing; and one by itself. */
static void build_group(struct perf_builder *b)
{
	struct event_attr group = fixture_clock(PERF_SAMPLE_READ | PERF_SAMPLE_CALLCHAIN), alone = fixture_clock(0);

	group.read_format = PERF_FORMAT_GROUP | PERF_FORMAT_ID;
	perf_builder_event(b, &group, "cycles", (uint64_t[]){ 11 }, 1);
	perf_builder_event(b, &group, "faults", (uint64_t[]){ 22 }, 1);
	perf_builder_event(b, &group, "migrations", (uint64_t[]){ 33 }, 1);
	perf_builder_event(b, &alone, "cpu-clock", (uint64_t[]){ 44 }, 1);
	b->at = (struct perf_builder_at){ .id = 11, .pid = -1u, .time = 1000000 };
	fixture_functions(b);
	fixture_process(b, 100, "alpha");
	b->at.pid = b->at.tid = 100;
	group_sample(b, F_LEAF, 1000, 0);
	group_sample(b, F_LEAF, 5000, 30);
	group_sample(b, F_WORK, 9000, 40);
	group_sample(b, F_IDLE, 9000, 60);
	group_sample(b, F_HELPER, 10000, 60);
	b->at.event = 3;
	b->at.id = 44;
	fixture_samples(b, 100, 0, RECORD_MISC_KERNEL, fixture_function(F_LEAF, 0), 2, 1000);
	perf_builder_feature_event_desc(b);
	perf_builder_feature_group(b, "{anon_group}", 0, 3);
	perf_builder_feature_sample_time(b, 1001000, b->at.time);
}

static const char trace_format[] = "name: count\nID: 314\nformat:\n"
				   "\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"
				   "\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n"
				   "\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;\n"
				   "\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n"
				   "\tfield:int n;\toffset:8;\tsize:4;\tsigned:1;\n\n"
				   "print fmt: \"n=%d\", REC->n\n";

/* Nothing but a tracepoint, which says 0, 1 or 2, and prec's event for mappings. */
static void build_trace(struct perf_builder *b)
{
	struct event_attr trace = fixture_clock(PERF_SAMPLE_RAW), dummy = fixture_clock(0);

	trace.type = PERF_TYPE_TRACEPOINT;
	trace.config = 314;
	dummy.config = PERF_COUNT_SW_DUMMY;
	perf_builder_event(b, &trace, "test:count", (uint64_t[]){ 11 }, 1);
	perf_builder_event(b, &dummy, "dummy:u", (uint64_t[]){ 22 }, 1);
	b->at = (struct perf_builder_at){ .event = 1, .id = 22, .pid = -1u, .time = 1000000 };
	fixture_functions(b);
	fixture_process(b, 100, "alpha");
	fixture_process(b, 200, "beta");
	b->at.event = 0;
	b->at.id = 11;
	for (int i = 0; i < 10; i++) {
		struct buffer raw;

		buffer_init(&raw);
		raw.swap = b->flags & PERF_BUILDER_SWAP;
		buffer_put_u32(&raw, raw.swap ? 314u << 16 : 314);
		buffer_put_u32(&raw, (uint32_t)(100 + i));
		buffer_put_u32(&raw, i < 6 ? 0 : (uint32_t)i % 3);
		b->at.pid = b->at.tid = i % 2 ? 100 : 200;
		b->at.time += 1000;
		perf_builder_sample(b, &(struct perf_builder_sample){ .misc = RECORD_MISC_KERNEL,
								      .ip = fixture_function(F_LEAF, 0x10),
								      .period = 1,
								      .raw = raw.data,
								      .raw_size = (uint32_t)raw.size });
		buffer_fini(&raw);
	}
	perf_builder_feature_tracing(b, trace_format);
	perf_builder_feature_event_desc(b);
}

/* Accesses to memory with all that hardware says of them, in control groups. */
static void build_memory(struct perf_builder *b)
{
	static const struct {
		int n;
		uint16_t misc;
		uint64_t ip, addr, data_src, weight, transaction, phys, cgroup;
	} samples[] = {
		/* load, L1 hit, no snoop, L1 or L2 TLB hit */
		{ 40, RECORD_MISC_KERNEL, FUNCTION_BASE + 0x10, FUNCTION_BASE + 0x210, 0x68100142, 0x0003000200000007,
		  0, 0x1000, 7 },
		/* load, L3 miss, HitM, locked, TLB miss by the walker */
		{ 30, RECORD_MISC_KERNEL, FUNCTION_BASE + 0x110, FUNCTION_BASE + 0x4000,
		  0x92000000ull | 1u << 23 | 1u << 7 | 1u << 11 | 2, 0x0001000000000190, 0x00000012000000ae, 0x2040,
		  7 },
		/* store, remote RAM, by number */
		{ 20, RECORD_MISC_USER, 0x400123, 0x400200, 4 | 1u << 6 | 13ull << 33 | 1ull << 37 | 2ull << 40, 20,
		  0x51, 0x123456789000, 9 },
		{ 10, RECORD_MISC_USER, 0x400456, 0x7f0000000040, 0x5080021, 0, 0, 0, 0 },
	};
	struct event_attr attr = fixture_clock(PERF_SAMPLE_ADDR | PERF_SAMPLE_WEIGHT_STRUCT | PERF_SAMPLE_DATA_SRC |
					       PERF_SAMPLE_TRANSACTION | PERF_SAMPLE_PHYS_ADDR | PERF_SAMPLE_CGROUP |
					       PERF_SAMPLE_DATA_PAGE_SIZE | PERF_SAMPLE_CODE_PAGE_SIZE);

	perf_builder_event(b, &attr, "cpu-clock", (uint64_t[]){ 11 }, 1);
	b->at = (struct perf_builder_at){ .id = 11, .pid = -1u, .time = 1000000 };
	fixture_functions(b);
	perf_builder_cgroup(b, 7, "/work.slice");
	fixture_process(b, 100, "pool-12");
	fixture_process(b, 200, "pool-7");
	for (unsigned i = 0; i < ARRAY_SIZE(samples); i++) {
		b->at.pid = b->at.tid = i % 2 ? 200 : 100;
		b->at.cpu = i % 2;
		for (int n = 0; n < samples[i].n; n++) {
			b->at.time += 3000000;
			perf_builder_sample(b, &(struct perf_builder_sample){ .misc = samples[i].misc,
									      .ip = samples[i].ip,
									      .addr = samples[i].addr,
									      .period = 1000,
									      .weight = samples[i].weight,
									      .data_src = samples[i].data_src,
									      .transaction = samples[i].transaction,
									      .phys_addr = samples[i].phys,
									      .cgroup = samples[i].cgroup,
									      .data_page_size = i ? 4096 : 2 << 20,
									      .code_page_size = i ? 1 << 30 : 0 });
		}
	}
}

/* Accesses to a file's data that processes share, to such that is private, and to both by the kernel. */
static void build_shared(struct perf_builder *b)
{
	static const uint64_t addrs[] = { 0x10000040, 0x20000040 };
	struct event_attr attr = fixture_clock(PERF_SAMPLE_ADDR | PERF_SAMPLE_DATA_SRC);

	perf_builder_event(b, &attr, "cpu-clock", (uint64_t[]){ 11 }, 1);
	b->at = (struct perf_builder_at){ .id = 11, .pid = 100, .tid = 100, .time = 1000000 };
	fixture_functions(b);
	fixture_process(b, 100, "alpha");
	for (uint32_t i = 0; i < ARRAY_SIZE(addrs); i++)
		perf_builder_mmap2(b, &(struct perf_builder_map){ .pid = 100,
								  .tid = 100,
								  .start = addrs[i] & ~0xffffull,
								  .size = 0x10000,
								  .major = 8,
								  .inode = 5 + i,
								  .prot = 3,
								  .flags = 1 + i,
								  .misc = RECORD_MISC_USER,
								  .name = i ? "/nowhere/private" : "/nowhere/shared" });
	for (uint32_t i = 0; i < 10; i++) {
		bool kernel = i % 5 == 4;

		b->at.time += 1000;
		perf_builder_sample(
			b, &(struct perf_builder_sample){ .misc = kernel ? RECORD_MISC_KERNEL : RECORD_MISC_USER,
							  .ip = kernel ? fixture_function(0, 0x10) : 0x400123,
							  .addr = addrs[i > 5],
							  .period = 1000,
							  .data_src = 0x68100142 });
	}
}

/* Two threads that run alone, together and alone again, in two namespaces of control groups. */
static void build_switches(struct perf_builder *b)
{
	static const uint64_t spaces[2][7][2] = { { { 0 }, [6] = { 4, 0xeffffffb } },
						  { { 0 }, [6] = { 4, 0xf0001234 } } };
	struct event_attr attr = fixture_clock(0);

	attr.flags |= ATTR_CONTEXT_SWITCH | ATTR_NAMESPACES;
	perf_builder_event(b, &attr, "cpu-clock", (uint64_t[]){ 11 }, 1);
	b->at = (struct perf_builder_at){ .id = 11, .pid = 100, .tid = 100, .time = 1000000 };
	fixture_functions(b);
	b->at.time += 500;
	perf_builder_namespaces(b, 100, 100, 7, spaces[0]);
	fixture_process(b, 100, "alpha");
	fixture_samples(b, 100, 0, RECORD_MISC_KERNEL, fixture_function(F_LEAF, 0), 4, 1000);
	fixture_process(b, 200, "beta");
	b->at.time += 500;
	perf_builder_switch(b, 0);
	fixture_samples(b, 200, 1, RECORD_MISC_KERNEL, fixture_function(F_WORK, 0), 3, 1000);
	b->at.time += 500;
	perf_builder_namespaces(b, 200, 200, 7, spaces[1]);
	fixture_samples(b, 200, 1, RECORD_MISC_KERNEL, fixture_function(F_WORK, 0), 3, 1000);
	fixture_samples(b, 100, 0, RECORD_MISC_KERNEL, fixture_function(F_LEAF, 0), 4, 1000);
	b->at.time += 500;
	perf_builder_switch(b, RECORD_MISC_SWITCH_OUT);
	fixture_samples(b, 200, 1, RECORD_MISC_KERNEL, fixture_function(F_WORK, 0), 2, 1000);
	b->at.time += 500;
	perf_builder_switch(b, 0);
	perf_builder_exit(b, 200, 200, 200, 200);
	fixture_samples(b, 100, 0, RECORD_MISC_KERNEL, fixture_function(F_LEAF, 0), 4, 1000);
}

/* Branches within the kernel, into it and back, and one of which nothing is known. */
static void build_branches(struct perf_builder *b)
{
	/* flags: mispredicted 1, predicted 2, in a transaction 4, aborted 8, cycles << 4 */
	const struct perf_builder_branch branches[] = {
		{ fixture_function(0, 0x20), fixture_function(1, 0), 2 | 7 << 4 },
		{ fixture_function(1, 0x30), fixture_function(0, 0x24), 1 | 300 << 4 },
		{ 0x400123, fixture_function(2, 0), 2 | 4 },
		{ fixture_function(2, 0x10), 0x400125, 2 | 8 | 7 << 4 },
		{ 0, 0, 0 },
	};
	struct event_attr attr = fixture_clock(PERF_SAMPLE_BRANCH_STACK);

	attr.branch_sample_type = 8; /* PERF_SAMPLE_BRANCH_ANY */
	perf_builder_event(b, &attr, "cycles", (uint64_t[]){ 11 }, 1);
	b->at = (struct perf_builder_at){ .id = 11, .pid = -1u, .time = 1000000 };
	fixture_functions(b);
	fixture_process(b, 100, "alpha");
	b->at.pid = b->at.tid = 100;
	for (uint64_t i = 0; i < 10; i++) {
		b->at.time += 1000;
		perf_builder_sample(b, &(struct perf_builder_sample){ .misc = RECORD_MISC_KERNEL,
								      .ip = fixture_function(1, 0x40),
								      .period = 1000,
								      .branches = branches,
								      .n_branches = 1 + i % ARRAY_SIZE(branches) });
	}
	perf_builder_feature(b, FEATURE_BRANCH_STACK, NULL, 0);
}

const struct fixture fixtures_values[] = {
	{ .name = "memory", .build = build_memory },
	{ .name = "memory-swapped", .flags = PERF_BUILDER_SWAP, .build = build_memory },
	{ .name = "shared", .build = build_shared },
	{ .name = "switches", .build = build_switches },
	{ .name = "switches-swapped", .flags = PERF_BUILDER_SWAP, .build = build_switches },
	{ .name = "branches", .build = build_branches },
	{ .name = "branches-swapped", .flags = PERF_BUILDER_SWAP, .build = build_branches },
	{ .name = "group", .build = build_group },
	{ .name = "group-swapped", .flags = PERF_BUILDER_SWAP, .build = build_group },
	{ .name = "group-pipe", .flags = PERF_BUILDER_PIPE, .build = build_group },
	{ .name = "trace", .build = build_trace },
	{ .name = "trace-swapped", .flags = PERF_BUILDER_SWAP, .build = build_trace },
	{ 0 },
};
