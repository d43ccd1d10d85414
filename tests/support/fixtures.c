#include "tests/support/fixtures.h"

#include "tests/support/simpleperf_builder.h"

#include <string.h>

/* main calls work and idle, work calls leaf and helper, leaf calls itself. */
enum {
	F_MAIN,
	F_WORK,
	F_LEAF,
	F_HELPER,
	F_IDLE,
};

static const char *const function_names[] = { "do_main", "do_work", "leaf", "helper", "do_idle" };

#define FUNCTION_BASE 0xffffffffc0000000ull
#define FUNCTION_SIZE 0x100

static uint64_t function(int n, uint64_t offset)
{
	return FUNCTION_BASE + (uint64_t)n * FUNCTION_SIZE + offset;
}

static struct event_attr clock_attr(uint64_t more)
{
	return (struct event_attr){
		.type = PERF_TYPE_SOFTWARE,
		.size = ATTR_SIZE_VER7,
		.sample_period = 1000,
		.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CPU |
			       PERF_SAMPLE_PERIOD | PERF_SAMPLE_IDENTIFIER | more,
		.flags = ATTR_SAMPLE_ID_ALL | ATTR_MMAP2 | ATTR_COMM,
	};
}

static void build_functions(struct perf_builder *b)
{
	for (int i = 0; i <= F_IDLE; i++)
		perf_builder_ksymbol(b, function(i, 0), FUNCTION_SIZE, 1, 0, function_names[i]);
}

static void build_process(struct perf_builder *b, uint32_t pid, const char *comm)
{
	perf_builder_comm(b, pid, pid, comm, 0);
	perf_builder_mmap2(b, &(struct perf_builder_map){ .pid = pid,
							  .tid = pid,
							  .start = 0x400000,
							  .size = 0x10000,
							  .prot = 5,
							  .misc = RECORD_MISC_USER,
							  .name = "/nowhere/bin/program" });
	perf_builder_mmap2(b, &(struct perf_builder_map){ .pid = pid,
							  .tid = pid,
							  .start = 0x7f0000000000,
							  .size = 0x10000,
							  .prot = 5,
							  .misc = RECORD_MISC_USER,
							  .name = "/nowhere/lib/libcode.so.1" });
}

/* n samples of the process at an address, a microsecond apart. */
static void build_samples(struct perf_builder *b, uint32_t pid, uint32_t cpu, uint16_t mode, uint64_t ip, int n,
			  uint64_t period)
{
	b->at.pid = b->at.tid = pid;
	b->at.cpu = cpu;
	for (int i = 0; i < n; i++) {
		b->at.time += 1000;
		perf_builder_sample(b, &(struct perf_builder_sample){ .misc = mode, .ip = ip, .period = period });
	}
}

/* Two processes on two CPUs, in kernel functions, a program and a library. */
static void build_flat(struct perf_builder *b)
{
	struct event_attr attr = clock_attr(0);
	struct build_id id = { .size = 20, .data = { 0xab, 0xcd, [19] = 1 } };

	perf_builder_event(b, &attr, "cpu-clock", (uint64_t[]){ 11, 12 }, 2);
	b->at = (struct perf_builder_at){ .id = 11, .pid = -1u, .tid = 0, .time = 1000000 };
	build_functions(b);
	build_process(b, 100, "alpha");
	build_process(b, 200, "beta");
	perf_builder_fork(b, 100, 100, 101, 100);
	build_samples(b, 100, 0, RECORD_MISC_KERNEL, function(F_LEAF, 0x10), 30, 1000);
	build_samples(b, 100, 1, RECORD_MISC_USER, 0x400123, 20, 1000);
	build_samples(b, 200, 1, RECORD_MISC_KERNEL, function(F_LEAF, 0x20), 15, 1000);
	build_samples(b, 200, 0, RECORD_MISC_KERNEL, function(F_HELPER, 0x20), 10, 2000);
	perf_builder_finished_round(b);
	b->at.id = 12;
	build_samples(b, 200, 3, RECORD_MISC_USER, 0x7f0000000456, 5, 1000);
	build_samples(b, 300, 2, RECORD_MISC_USER, 0x999999, 2, 500);
	b->at.pid = 100;
	b->at.tid = 101;
	b->at.time += 1000;
	perf_builder_sample(b, &(struct perf_builder_sample){
				       .misc = RECORD_MISC_KERNEL, .ip = function(F_IDLE, 0), .period = 9000 });
	perf_builder_feature_string(b, FEATURE_HOSTNAME, "host");
	perf_builder_feature_string(b, FEATURE_OSRELEASE, "6.1.0");
	perf_builder_feature_event_desc(b);
	perf_builder_feature_build_id(b, RECORD_MISC_USER, -1, &id, "/nowhere/bin/program");
	perf_builder_feature_sample_time(b, 1000000, b->at.time);
	perf_builder_feature_nrcpus(b, 4, 4);
}

static void build_two_events(struct perf_builder *b)
{
	struct event_attr clock = clock_attr(0), faults = clock_attr(PERF_SAMPLE_ADDR);

	faults.config = PERF_COUNT_SW_PAGE_FAULTS;
	perf_builder_event(b, &clock, "cpu-clock", (uint64_t[]){ 11 }, 1);
	perf_builder_event(b, &faults, "page-faults:u", (uint64_t[]){ 22 }, 1);
	b->at = (struct perf_builder_at){ .id = 11, .pid = -1u, .time = 1000000 };
	build_functions(b);
	build_process(b, 100, "alpha");
	build_samples(b, 100, 0, RECORD_MISC_KERNEL, function(F_LEAF, 0), 3, 1000);
	b->at.event = 1;
	b->at.id = 22;
	build_samples(b, 100, 0, RECORD_MISC_USER, 0x400200, 7, 1);
	perf_builder_feature_event_desc(b);
}

/* As prec records: mappings and processes come from an event that counts nothing. */
static void build_dummy(struct perf_builder *b)
{
	struct event_attr clock = clock_attr(0), dummy = clock_attr(0);

	clock.flags = ATTR_SAMPLE_ID_ALL;
	dummy.config = PERF_COUNT_SW_DUMMY;
	dummy.sample_type &= ~(uint64_t)PERF_SAMPLE_CPU;
	perf_builder_event(b, &clock, "cpu-clock", (uint64_t[]){ 11 }, 1);
	perf_builder_event(b, &dummy, "dummy:u", (uint64_t[]){ 22 }, 1);
	b->at = (struct perf_builder_at){ .event = 1, .id = 22, .pid = 100, .tid = 100, .time = 1000000 };
	build_functions(b);
	build_process(b, 100, "alpha");
	perf_builder_finished_round(b);
	b->at.event = 0;
	b->at.id = 11;
	build_samples(b, 100, 0, RECORD_MISC_KERNEL, function(F_LEAF, 0), 5, 1000);
	build_samples(b, 100, 0, RECORD_MISC_USER, 0x400200, 5, 1000);
	perf_builder_finished_round(b);
	perf_builder_feature_event_desc(b);
	perf_builder_feature_string(b, FEATURE_HOSTNAME, "host");
	perf_builder_feature_sample_time(b, 1001000, 1010000);
}

static void chain_sample(struct perf_builder *b, int n, const int *functions, int depth, bool user)
{
	uint64_t chain[16] = { CALLCHAIN_KERNEL };
	uint64_t length = 1;

	for (int i = 0; i < depth; i++)
		chain[length++] = function(functions[i], 0x10 + (uint64_t)(i > 0) * 5);
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
	struct event_attr attr = clock_attr(PERF_SAMPLE_CALLCHAIN);

	perf_builder_event(b, &attr, "cpu-clock", (uint64_t[]){ 11 }, 1);
	b->at = (struct perf_builder_at){ .id = 11, .pid = -1u, .time = 1000000 };
	build_functions(b);
	build_process(b, 100, "alpha");
	b->at.pid = b->at.tid = 100;
	chain_sample(b, 40, (int[]){ F_LEAF, F_WORK, F_MAIN }, 3, false);
	chain_sample(b, 20, (int[]){ F_LEAF, F_LEAF, F_WORK, F_MAIN }, 4, false);
	chain_sample(b, 15, (int[]){ F_HELPER, F_WORK, F_MAIN }, 3, false);
	chain_sample(b, 10, (int[]){ F_IDLE, F_MAIN }, 2, false);
	chain_sample(b, 10, (int[]){ F_WORK, F_MAIN }, 2, false);
	chain_sample(b, 5, (int[]){ F_HELPER }, 1, true);
	perf_builder_feature_event_desc(b);
}

/* A sample at which the members of a group have come to so many. */
static void group_sample(struct perf_builder *b, int in, uint64_t cycles, uint64_t faults)
{
	const uint64_t read[] = { 3, cycles, 11, faults, 22, 0, 33 };
	const uint64_t chain[] = { CALLCHAIN_KERNEL, function(in, 0x10), function(F_MAIN, 0x15) };

	b->at.time += 1000;
	perf_builder_sample(b, &(struct perf_builder_sample){ .misc = RECORD_MISC_KERNEL,
							      .ip = function(in, 0x10),
							      .period = 4000,
							      .read = read,
							      .n_read = ARRAY_SIZE(read),
							      .chain = chain,
							      .n_chain = ARRAY_SIZE(chain) });
}

/* Three events read at the samples of the first, of which one counts nothing; and one by itself. */
static void build_group(struct perf_builder *b)
{
	struct event_attr group = clock_attr(PERF_SAMPLE_READ | PERF_SAMPLE_CALLCHAIN), alone = clock_attr(0);

	group.read_format = PERF_FORMAT_GROUP | PERF_FORMAT_ID;
	perf_builder_event(b, &group, "cycles", (uint64_t[]){ 11 }, 1);
	perf_builder_event(b, &group, "faults", (uint64_t[]){ 22 }, 1);
	perf_builder_event(b, &group, "migrations", (uint64_t[]){ 33 }, 1);
	perf_builder_event(b, &alone, "cpu-clock", (uint64_t[]){ 44 }, 1);
	b->at = (struct perf_builder_at){ .id = 11, .pid = -1u, .time = 1000000 };
	build_functions(b);
	build_process(b, 100, "alpha");
	b->at.pid = b->at.tid = 100;
	group_sample(b, F_LEAF, 1000, 0);
	group_sample(b, F_LEAF, 5000, 30);
	group_sample(b, F_WORK, 9000, 40);
	group_sample(b, F_IDLE, 9000, 60);
	group_sample(b, F_HELPER, 10000, 60);
	b->at.event = 3;
	b->at.id = 44;
	build_samples(b, 100, 0, RECORD_MISC_KERNEL, function(F_LEAF, 0), 2, 1000);
	perf_builder_feature_event_desc(b);
	perf_builder_feature_group(b, "{anon_group}", 0, 3);
	perf_builder_feature_sample_time(b, 1001000, b->at.time);
}

/* As perf record --call-graph dwarf writes them: in the kernel's code, in the user's, and in a thread without any. */
static void build_stacks(struct perf_builder *b)
{
	struct event_attr attr = clock_attr(PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER);
	const uint64_t chain[] = { CALLCHAIN_KERNEL, function(F_LEAF, 0x10), function(F_MAIN, 0x15) };
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
	build_functions(b);
	build_process(b, 100, "alpha");
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
	struct event_attr trace = clock_attr(PERF_SAMPLE_RAW), dummy = clock_attr(0);

	trace.type = PERF_TYPE_TRACEPOINT;
	trace.config = 314;
	dummy.config = PERF_COUNT_SW_DUMMY;
	perf_builder_event(b, &trace, "test:count", (uint64_t[]){ 11 }, 1);
	perf_builder_event(b, &dummy, "dummy:u", (uint64_t[]){ 22 }, 1);
	b->at = (struct perf_builder_at){ .event = 1, .id = 22, .pid = -1u, .time = 1000000 };
	build_functions(b);
	build_process(b, 100, "alpha");
	build_process(b, 200, "beta");
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
								      .ip = function(F_LEAF, 0x10),
								      .period = 1,
								      .raw = raw.data,
								      .raw_size = (uint32_t)raw.size });
		buffer_fini(&raw);
	}
	perf_builder_feature_tracing(b, trace_format);
	perf_builder_feature_event_desc(b);
}

/* Two events, of which one has no callchains; and a sample of the other whose chain is empty. */
static void build_some_chains(struct perf_builder *b)
{
	struct event_attr clock = clock_attr(PERF_SAMPLE_CALLCHAIN), faults = clock_attr(0);

	faults.config = PERF_COUNT_SW_PAGE_FAULTS;
	perf_builder_event(b, &clock, "cpu-clock", (uint64_t[]){ 11 }, 1);
	perf_builder_event(b, &faults, "page-faults", (uint64_t[]){ 22 }, 1);
	b->at = (struct perf_builder_at){ .id = 11, .pid = -1u, .time = 1000000 };
	build_functions(b);
	build_process(b, 100, "al;pha");
	b->at.pid = b->at.tid = 100;
	chain_sample(b, 3, (int[]){ F_LEAF, F_MAIN }, 2, true);
	build_samples(b, 100, 0, RECORD_MISC_KERNEL, function(F_HELPER, 0), 2, 1000);
	b->at.event = 1;
	b->at.id = 22;
	build_samples(b, 100, 0, RECORD_MISC_KERNEL, function(F_LEAF, 0), 4, 1);
	build_samples(b, 100, 0, RECORD_MISC_USER, 0x999999, 1, 1);
	perf_builder_feature_event_desc(b);
}

static void build_compressed(struct perf_builder *b)
{
	perf_builder_compress_begin(b);
	build_flat(b);
	perf_builder_compress_end(b, PERF_RECORD_COMPRESSED, 1, 600);
	perf_builder_feature_compressed(b, 1, 4, 1 << 20);
}

static void build_compressed2(struct perf_builder *b)
{
	perf_builder_compress_begin(b);
	build_flat(b);
	perf_builder_compress_end(b, PERF_RECORD_COMPRESSED2, 1, 0);
	perf_builder_feature_compressed(b, 1, 4, 1 << 20);
}

static void build_stream(struct perf_builder *b)
{
	perf_builder_compress_begin(b);
	build_chains(b);
	perf_builder_compress_stream_end(b, 1, 700);
	perf_builder_feature_compressed(b, 1, 4, 1 << 20);
	perf_builder_finished_round(b);
}

/* Data behind records, an event's name in a record, losses, and a type of the future. */
static void build_odd(struct perf_builder *b)
{
	build_flat(b);
	b->at = (struct perf_builder_at){ .id = 11, .pid = 100, .tid = 100, .time = 900000 };
	perf_builder_lost(b, 11, 7);
	perf_builder_lost_samples(b, 9, 0);
	perf_builder_throttle(b, true, 900000, 11, 0);
	perf_builder_exit(b, 200, 100, 200, 100);
	perf_builder_record(b, PERF_RECORD_AUXTRACE, 0, (uint64_t[5]){ 16 }, 40, false);
	buffer_append(&b->records, "sixteen bytes...", 16);
	perf_builder_record(b, 777, 0, "futures", 8, false);
	perf_builder_cgroup(b, 5, "/cgroup");
}

static void build_damaged_records(struct perf_builder *b)
{
	build_flat(b);
	perf_builder_record(b, PERF_RECORD_SAMPLE, RECORD_MISC_USER, "shorter", 8, false);
	perf_builder_record(b, PERF_RECORD_MMAP2, RECORD_MISC_USER, "shorter", 8, false);
}

static void build_damaged_header(struct perf_builder *b)
{
	build_flat(b);
	perf_builder_header(b, PERF_RECORD_COMM, 0, 3);
	build_samples(b, 200, 3, RECORD_MISC_USER, 0x7f0000000456, 5, 1000);
}

/* The same address means two files, and a thread changes its name. */
static void build_changes(struct perf_builder *b)
{
	struct event_attr attr = clock_attr(0);

	perf_builder_event(b, &attr, "cpu-clock", (uint64_t[]){ 11 }, 1);
	b->at = (struct perf_builder_at){ .id = 11, .time = 1000000 };
	build_process(b, 100, "before");
	build_samples(b, 100, 0, RECORD_MISC_USER, 0x400100, 6, 1000);
	b->at.time += 1000;
	perf_builder_comm(b, 100, 100, "after", RECORD_MISC_COMM_EXEC);
	perf_builder_mmap2(b, &(struct perf_builder_map){ .pid = 100,
							  .tid = 100,
							  .start = 0x400000,
							  .size = 0x1000,
							  .misc = RECORD_MISC_USER,
							  .name = "/nowhere/bin/other" });
	build_samples(b, 100, 0, RECORD_MISC_USER, 0x400100, 4, 1000);
}

/* A virtual machine whose kernel lies where the host's does, and one it is not known of where its kernel lies. */
static void build_guests(struct perf_builder *b)
{
	struct event_attr attr = clock_attr(0);

	perf_builder_event(b, &attr, "cpu-clock", (uint64_t[]){ 11 }, 1);
	b->at = (struct perf_builder_at){ .id = 11 };
	build_functions(b);
	perf_builder_mmap(b, &(struct perf_builder_map){ .pid = 10,
							 .start = FUNCTION_BASE,
							 .size = 0x10000,
							 .pgoff = FUNCTION_BASE,
							 .misc = RECORD_MISC_GUEST_KERNEL,
							 .name = "[guest.kernel.kallsyms.10]_text" });
	build_process(b, 10, "qemu-a");
	build_process(b, 20, "qemu-b");
	b->at.time = 1000;
	build_samples(b, 10, 0, RECORD_MISC_KERNEL, function(F_WORK, 0x10), 1, 1000);
	build_samples(b, 10, 0, RECORD_MISC_GUEST_KERNEL, function(F_WORK, 0x10), 2, 1000);
	build_samples(b, 10, 0, RECORD_MISC_GUEST_USER, 0x400100, 3, 1000);
	build_samples(b, 20, 1, RECORD_MISC_GUEST_KERNEL, function(F_WORK, 0x10), 4, 1000);
	build_samples(b, 20, 1, RECORD_MISC_HYPERVISOR, function(F_WORK, 0x10), 5, 1000);
	build_samples(b, 20, 1, 0, function(F_WORK, 0x10), 6, 1000);
}

/* As simpleperf records on a device none of whose files are here: a library, code made at run time, the kernel. */
static void build_simpleperf(struct perf_builder *b)
{
	static const struct simpleperf_builder_symbol symbols[] = { { 0x3b100, 0x100, "_Z3foov" },
								    { 0x3b200, 0x80, "bar" } };
	static const struct simpleperf_builder_symbol jit = { 0x9c000100, 0x100, "java.Jitted.run" };
	static const struct simpleperf_builder_file files[] = {
		{ "/nowhere/lib64/libcode.so", SIMPLEPERF_ELF, 0x3b000, 0x3a000, true, symbols, 2 },
		{ "perf.data_jit_app_cache:0-784", SIMPLEPERF_ELF, 0, 0, true, &jit, 1 },
	};
	static const char info[] = "simpleperf_version\0001.build.1\0event_type_info\0cpu-clock,1,0";
	struct event_attr attr = clock_attr(0);
	struct buffer section;

	perf_builder_event(b, &attr, NULL, (uint64_t[]){ 11 }, 1);
	perf_builder_event(b, &attr, NULL, (uint64_t[]){ 12 }, 1);
	b->at = (struct perf_builder_at){ .id = 11, .time = 1 };
	perf_builder_mmap(b, &(struct perf_builder_map){ .pid = UINT32_MAX,
							 .start = 0xffffff8008000000,
							 .size = 0x1000000,
							 .misc = RECORD_MISC_KERNEL,
							 .name = "[kernel.kallsyms]" });
	perf_builder_comm(b, 10, 10, "app", 0);
	perf_builder_mmap2(b, &(struct perf_builder_map){ .pid = 10,
							  .tid = 10,
							  .start = 0x70000000,
							  .size = 0x1000,
							  .pgoff = 0x3a000,
							  .prot = 5,
							  .misc = RECORD_MISC_USER,
							  .name = files[0].path });
	perf_builder_mmap2(b, &(struct perf_builder_map){ .pid = 10,
							  .tid = 10,
							  .start = 0x9c000000,
							  .size = 0x1000,
							  .pgoff = 0x22f8,
							  .prot = 0x4000,
							  .misc = RECORD_MISC_USER,
							  .name = files[1].path });
	simpleperf_records_all(b);
	simpleperf_record_kallsyms(b, "ffffff8008000000 T _text\nffffff8008000100 T do_idle\nffffff8008000300 t end\n",
				   32);
	/* 13 is an id that only a record tells. */
	simpleperf_record_event_id(b, (const uint64_t[][2]){ { 1, 13 } }, 1);
	build_samples(b, 10, 0, RECORD_MISC_USER, 0x70000110, 3, 1000);
	build_samples(b, 10, 0, RECORD_MISC_USER, 0x9c000110, 2, 1000);
	b->at.id = 13;
	perf_builder_sample(b, &(struct perf_builder_sample){
				       .misc = RECORD_MISC_KERNEL, .ip = 0xffffff8008000180, .period = 1000 });
	perf_builder_feature(b, FEATURE_SIMPLEPERF_META_INFO, info, sizeof(info));
	buffer_init(&section);
	section.swap = b->records.swap;
	for (size_t i = 0; i < ARRAY_SIZE(files); i++)
		simpleperf_put_file2(&section, &files[i]);
	perf_builder_feature(b, FEATURE_SIMPLEPERF_FILE2, section.data, section.size);
	buffer_fini(&section);
}

/* Names that would clear the screen and forge a line. */
static void build_controls(struct perf_builder *b)
{
	struct event_attr attr = clock_attr(0);

	perf_builder_event(b, &attr, "cpu-clock", (uint64_t[]){ 11 }, 1);
	b->at = (struct perf_builder_at){ .id = 11, .time = 1000000 };
	build_process(b, 100, "\033[2J\302\233H\r\233\304\233");
	build_samples(b, 100, 0, RECORD_MISC_USER, 0x400100, 6, 1000);
}

/* Three processes with code made at run time; their numbers are larger than those of any kernel. */
static void build_jits(struct perf_builder *b)
{
	struct event_attr attr = clock_attr(0);

	perf_builder_event(b, &attr, "cpu-clock", (uint64_t[]){ 11 }, 1);
	b->at = (struct perf_builder_at){ .id = 11, .time = 1000000 };
	for (uint32_t pid = 2000000001; pid <= 2000000003; pid++) {
		perf_builder_comm(b, pid, pid, "jit", 0);
		perf_builder_mmap2(b, &(struct perf_builder_map){ .pid = pid,
								  .tid = pid,
								  .start = 0x7f0000000000,
								  .size = 0x10000,
								  .prot = 5,
								  .misc = RECORD_MISC_USER,
								  .name = "//anon" });
		build_samples(b, pid, 0, RECORD_MISC_USER, 0x7f0000000100, 4, 1000);
	}
}

/* More comms than so few bytes should hold: two frames of six are left out. */
static void build_expanding(struct perf_builder *b)
{
	struct event_attr attr = clock_attr(0);

	perf_builder_event(b, &attr, "cpu-clock", (uint64_t[]){ 11 }, 1);
	perf_builder_feature_compressed(b, 1, 1, 1 << 20);
	b->at = (struct perf_builder_at){ .id = 11, .time = 1000000 };
	build_process(b, 100, "many");
	build_samples(b, 100, 0, RECORD_MISC_USER, 0x400100, 6, 1000);
	for (int frame = 0; frame < 6; frame++) {
		perf_builder_compress_begin(b);
		for (int i = 0; i < 10000; i++)
			perf_builder_comm(b, 100, 100, "many", 0);
		perf_builder_compress_end(b, PERF_RECORD_COMPRESSED, 1, 0);
	}
}

/* Names that fit no terminal, in the words of C++ and Rust, one with a tab and a newline; many rows of next to nothing.
 */
static void build_wide(struct perf_builder *b)
{
	static const char *const names[] = {
		"std::_Hashtable<std::string, std::pair<std::string const, std::shared_ptr<std::map<int, long>>>, "
		"std::hash<std::string>>::_M_find_before_node",
		"unsigned long checksum_of_values<unsigned long>",
		"<alloc::vec::Vec<T> as core::iter::traits::collect::Extend<T>>::extend_desugared_from_anything",
		"std::operator<< <std::char_traits<char>>",
		"gr\303\266\303\237e_der_\303\274bergebenen_gr\303\274nen_B\303\244ume_in_h\303\266heren_Lagen_"
		"\303\274ber_dem_Meer_und_\303\266stlich_davon",
		"tab\there\nand a line",
		"short",
	};
	static const struct build_id id = { .size = 20, .data = { 0xab, 0xcd, [19] = 1 } };
	static const int samples[] = { 600, 250, 100, 40, 5, 4, 1 };
	struct event_attr attr = clock_attr(0);

	perf_builder_event(b, &attr, "cpu-clock", (uint64_t[]){ 11 }, 1);
	b->at = (struct perf_builder_at){ .id = 11, .pid = -1u, .time = 1000000 };
	build_process(b, 100, "worker-thread-1");
	for (unsigned i = 0; i < ARRAY_SIZE(names); i++) {
		perf_builder_ksymbol(b, function((int)i, 0), FUNCTION_SIZE, 1, 0, names[i]);
		build_samples(b, 100, 0, RECORD_MISC_KERNEL, function((int)i, 0), samples[i], 1000000);
	}
	build_samples(b, 100, 0, RECORD_MISC_USER, 0x400123, 30, 1000000);
	for (uint32_t i = 0; i < 12; i++) {
		perf_builder_comm(b, 200 + i, 200 + i, "little", 0);
		build_samples(b, 200 + i, 0, RECORD_MISC_KERNEL, function((int)(i % 4), 0), 1, 10000);
	}
	b->at.pid = b->at.tid = 100;
	perf_builder_lost(b, 11, 1234);
	perf_builder_feature_string(b, FEATURE_HOSTNAME, "host");
	perf_builder_feature_sample_time(b, 1000000, 4001000000);
	perf_builder_feature_build_id(b, RECORD_MISC_USER, -1, &id, "/nowhere/bin/program");
	perf_builder_feature_nrcpus(b, 4, 4);
}

/* As of a program without frame pointers: chains of one function, and some that end where nothing is. */
static void build_broken_chains(struct perf_builder *b)
{
	struct event_attr attr = clock_attr(PERF_SAMPLE_CALLCHAIN);
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
	build_process(b, 100, "alpha");
	b->at.pid = b->at.tid = 100;
	for (size_t i = 0; i < ARRAY_SIZE(samples); i++)
		for (int n = 0; n < samples[i].n; n++)
			perf_builder_sample(b, &(struct perf_builder_sample){ .misc = RECORD_MISC_USER,
									      .ip = samples[i].chain[1],
									      .period = 1000,
									      .chain = samples[i].chain,
									      .n_chain = samples[i].n_chain });
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
		  0x92000000ull | 1u << 23 | 1u << 7 | 1u << 11 | 2, 0x0001000000000190, 0x0000001200000002, 0x2040,
		  7 },
		/* store, remote RAM, by number */
		{ 20, RECORD_MISC_USER, 0x400123, 0x400200, 4 | 1u << 6 | 13ull << 33 | 1ull << 37 | 2ull << 40, 20,
		  0x51, 0x123456789000, 9 },
		{ 10, RECORD_MISC_USER, 0x400456, 0x7f0000000040, 0x5080021, 0, 0, 0, 0 },
	};
	struct event_attr attr = clock_attr(PERF_SAMPLE_ADDR | PERF_SAMPLE_WEIGHT_STRUCT | PERF_SAMPLE_DATA_SRC |
					    PERF_SAMPLE_TRANSACTION | PERF_SAMPLE_PHYS_ADDR | PERF_SAMPLE_CGROUP |
					    PERF_SAMPLE_DATA_PAGE_SIZE | PERF_SAMPLE_CODE_PAGE_SIZE);

	perf_builder_event(b, &attr, "cpu-clock", (uint64_t[]){ 11 }, 1);
	b->at = (struct perf_builder_at){ .id = 11, .pid = -1u, .time = 1000000 };
	build_functions(b);
	perf_builder_cgroup(b, 7, "/work.slice");
	build_process(b, 100, "pool-12");
	build_process(b, 200, "pool-7");
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

/* Branches within the kernel, into it and back, and one of which nothing is known. */
static void build_branches(struct perf_builder *b)
{
	/* flags: mispredicted 1, predicted 2, in a transaction 4, aborted 8, cycles << 4 */
	const struct perf_builder_branch branches[] = {
		{ function(0, 0x20), function(1, 0), 2 | 7 << 4 },
		{ function(1, 0x30), function(0, 0x24), 1 | 300 << 4 },
		{ 0x400123, function(2, 0), 2 | 4 },
		{ function(2, 0x10), 0x400125, 2 | 8 | 7 << 4 },
		{ 0, 0, 0 },
	};
	struct event_attr attr = clock_attr(PERF_SAMPLE_BRANCH_STACK);

	attr.branch_sample_type = 8; /* PERF_SAMPLE_BRANCH_ANY */
	perf_builder_event(b, &attr, "cycles", (uint64_t[]){ 11 }, 1);
	b->at = (struct perf_builder_at){ .id = 11, .pid = -1u, .time = 1000000 };
	build_functions(b);
	build_process(b, 100, "alpha");
	b->at.pid = b->at.tid = 100;
	for (uint64_t i = 0; i < 10; i++) {
		b->at.time += 1000;
		perf_builder_sample(b, &(struct perf_builder_sample){ .misc = RECORD_MISC_KERNEL,
								      .ip = function(1, 0x40),
								      .period = 1000,
								      .branches = branches,
								      .n_branches = 1 + i % ARRAY_SIZE(branches) });
	}
	perf_builder_feature(b, FEATURE_BRANCH_STACK, NULL, 0);
}

static const struct fixture fixtures[] = {
	{ .name = "memory", .build = build_memory },
	{ .name = "memory-swapped", .flags = PERF_BUILDER_SWAP, .build = build_memory },
	{ .name = "branches", .build = build_branches },
	{ .name = "branches-swapped", .flags = PERF_BUILDER_SWAP, .build = build_branches },
	{ .name = "flat", .build = build_flat },
	{ .name = "flat-swapped", .flags = PERF_BUILDER_SWAP, .build = build_flat },
	{ .name = "flat-pipe", .flags = PERF_BUILDER_PIPE, .build = build_flat },
	{ .name = "flat-pipe-swapped", .flags = PERF_BUILDER_PIPE | PERF_BUILDER_SWAP, .build = build_flat },
	{ .name = "flat-v1", .flags = PERF_BUILDER_V1, .build = build_flat },
	{ .name = "unfinished", .flags = PERF_BUILDER_UNFINISHED, .build = build_flat },
	{ .name = "two-events", .build = build_two_events },
	{ .name = "dummy", .build = build_dummy },
	{ .name = "dummy-swapped", .flags = PERF_BUILDER_SWAP, .build = build_dummy },
	{ .name = "chains", .build = build_chains },
	{ .name = "some-chains", .build = build_some_chains },
	{ .name = "chains-swapped", .flags = PERF_BUILDER_SWAP, .build = build_chains },
	{ .name = "group", .build = build_group },
	{ .name = "group-swapped", .flags = PERF_BUILDER_SWAP, .build = build_group },
	{ .name = "group-pipe", .flags = PERF_BUILDER_PIPE, .build = build_group },
	{ .name = "stacks", .build = build_stacks },
	{ .name = "stacks-swapped", .flags = PERF_BUILDER_SWAP, .build = build_stacks },
	{ .name = "trace", .build = build_trace },
	{ .name = "trace-swapped", .flags = PERF_BUILDER_SWAP, .build = build_trace },
	{ .name = "broken-chains", .build = build_broken_chains },
	{ .name = "changes", .build = build_changes },
	{ .name = "controls", .build = build_controls },
	{ .name = "odd", .build = build_odd },
	{ .name = "odd-pipe", .flags = PERF_BUILDER_PIPE, .build = build_odd },
	{ .name = "compressed", .build = build_compressed },
	{ .name = "compressed2", .build = build_compressed2 },
	{ .name = "compressed-pipe", .flags = PERF_BUILDER_PIPE, .build = build_compressed },
	{ .name = "stream", .build = build_stream },
	{ .name = "expanding", .build = build_expanding },
	{ .name = "guests", .build = build_guests },
	{ .name = "jits", .build = build_jits },
	{ .name = "simpleperf", .build = build_simpleperf },
	{ .name = "simpleperf-swapped", .flags = PERF_BUILDER_SWAP, .build = build_simpleperf },
	{ .name = "damaged-records", .build = build_damaged_records },
	{ .name = "damaged-header", .build = build_damaged_header },
	{ .name = "damaged-frame", .build = build_compressed, .wrong = 8 },
	{ .name = "wide", .build = build_wide },
	{ .name = "truncated", .flags = PERF_BUILDER_PIPE, .build = build_flat, .cut = 30 },
	{ .name = "truncated-features", .build = build_flat, .cut = 1500 },
};

const struct fixture *fixture_next(const struct fixture *f)
{
	if (!f)
		return fixtures;
	return f + 1 < fixtures + ARRAY_SIZE(fixtures) ? f + 1 : NULL;
}

const struct fixture *fixture_find(const char *name)
{
	const struct fixture *f = NULL;

	while ((f = fixture_next(f)))
		if (!strcmp(f->name, name))
			return f;
	return NULL;
}

const struct buffer *fixture_make(const struct fixture *f, struct perf_builder *b)
{
	perf_builder_init(b, f->flags);
	f->build(b);
	if (f->wrong)
		b->records.data[f->wrong] ^= 0xff;
	if (!perf_builder_finish(b))
		return NULL;
	b->file.size -= f->cut;
	return &b->file;
}
