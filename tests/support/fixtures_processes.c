/* Fixtures: who ran: processes that change, guests, JIT code, apps of Android, odd names, threads that count. */
#include "tests/support/fixture_tables.h"

#include "formats/feature/features_encode.h"
#include "tests/support/fixture_parts.h"
#include "tests/support/simpleperf_builder.h"

/* The same address means two files, and a thread changes its name. */
static void build_changes(struct perf_builder *b)
{
	struct event_attr attr = fixture_clock(0);

	perf_builder_event(b, &attr, "cpu-clock", (uint64_t[]){ 11 }, 1);
	b->at = (struct perf_builder_at){ .id = 11, .time = 1000000 };
	fixture_process(b, 100, "before");
	fixture_samples(b, 100, 0, RECORD_MISC_USER, 0x400100, 6, 1000);
	b->at.time += 1000;
	perf_builder_comm(b, 100, 100, "after", RECORD_MISC_COMM_EXEC);
	perf_builder_mmap2(b, &(struct perf_builder_map){ .pid = 100,
							  .tid = 100,
							  .start = 0x400000,
							  .size = 0x1000,
							  .misc = RECORD_MISC_USER,
							  .name = "/nowhere/bin/other" });
	fixture_samples(b, 100, 0, RECORD_MISC_USER, 0x400100, 4, 1000);
}

/* A virtual machine whose kernel lies where the host's does, and one it is not known of where its kernel lies. */
static void build_guests(struct perf_builder *b)
{
	struct event_attr attr = fixture_clock(0);

	perf_builder_event(b, &attr, "cpu-clock", (uint64_t[]){ 11 }, 1);
	b->at = (struct perf_builder_at){ .id = 11 };
	fixture_functions(b);
	perf_builder_mmap(b, &(struct perf_builder_map){ .pid = 10,
							 .start = FUNCTION_BASE,
							 .size = 0x10000,
							 .pgoff = FUNCTION_BASE,
							 .misc = RECORD_MISC_GUEST_KERNEL,
							 .name = "[guest.kernel.kallsyms.10]_text" });
	fixture_process(b, 10, "qemu-a");
	fixture_process(b, 20, "qemu-b");
	b->at.time = 1000;
	fixture_samples(b, 10, 0, RECORD_MISC_KERNEL, fixture_function(F_WORK, 0x10), 1, 1000);
	fixture_samples(b, 10, 0, RECORD_MISC_GUEST_KERNEL, fixture_function(F_WORK, 0x10), 2, 1000);
	fixture_samples(b, 10, 0, RECORD_MISC_GUEST_USER, 0x400100, 3, 1000);
	fixture_samples(b, 20, 1, RECORD_MISC_GUEST_KERNEL, fixture_function(F_WORK, 0x10), 4, 1000);
	fixture_samples(b, 20, 1, RECORD_MISC_HYPERVISOR, fixture_function(F_WORK, 0x10), 5, 1000);
	fixture_samples(b, 20, 1, 0, fixture_function(F_WORK, 0x10), 6, 1000);
}

/* As simpleperf records on a device none of whose files are here: a library, JIT code, the kernel. */
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
	struct event_attr attr = fixture_clock(0);
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
	/* 13 is an id that only a record has. */
	simpleperf_record_event_id(b, (const uint64_t[][2]){ { 1, 13 } }, 1);
	fixture_samples(b, 10, 0, RECORD_MISC_USER, 0x70000110, 3, 1000);
	fixture_samples(b, 10, 0, RECORD_MISC_USER, 0x9c000110, 2, 1000);
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

/* What an event counted in a thread, at its end. */
static void put_read(struct perf_builder *b, int event, uint32_t tid, uint64_t time, uint64_t value)
{
	struct buffer body;

	b->at = (struct perf_builder_at){ .event = event, .id = 11u + event, .pid = 100, .tid = tid, .time = time };
	buffer_init(&body);
	body.swap = b->records.swap;
	buffer_put_u32(&body, 100);
	buffer_put_u32(&body, tid);
	buffer_put_u64(&body, value);
	buffer_put_u64(&body, 5000);
	perf_builder_record(b, PERF_RECORD_READ, 0, body.data, body.size, true);
	buffer_fini(&body);
}

static void put_mark(struct perf_builder *b, int event, uint32_t cpu, uint64_t time, uint64_t ip)
{
	b->at = (struct perf_builder_at){
		.event = event, .id = 11u + event, .pid = 100, .tid = 100, .cpu = cpu, .time = time
	};
	perf_builder_sample(b, &(struct perf_builder_sample){ .misc = RECORD_MISC_USER, .ip = ip, .period = 1 });
}

/* Each of two CPUs has a socket of its own. */
static void put_sockets(struct perf_builder *b)
{
	static const struct feature_cpu cpus[] = { { 0, 0, 0 }, { 0, 1, 0 } };
	static const char *const cores[] = { "0", "1" };
	const struct feature_topology topology = { .cores = cores,
						   .n_cores = 2,
						   .threads = cores,
						   .n_threads = 2,
						   .dies = cores,
						   .n_dies = 2,
						   .cpus = cpus,
						   .n_cpus = 2 };
	struct buffer section;

	perf_builder_feature_nrcpus(b, 2, 2);
	buffer_init(&section);
	section.swap = b->records.swap;
	feature_encode_cpu_topology(&section, &topology);
	perf_builder_feature(b, FEATURE_CPU_TOPOLOGY, section.data, section.size);
	buffer_fini(&section);
}

/* Two events mark where a part of the time begins and ends, on two CPUs one after the other; threads say what they
 * counted. */
static void build_marks(struct perf_builder *b)
{
	static const char *const names[] = { "cpu-clock", "begin", "end" };
	struct event_attr attr = fixture_clock(0);

	attr.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED;
	for (unsigned i = 0; i < ARRAY_SIZE(names); i++) {
		attr.config = i;
		perf_builder_event(b, &attr, names[i], (uint64_t[]){ 11 + i }, 1);
	}
	b->at = (struct perf_builder_at){ .id = 11 };
	fixture_process(b, 100, "marked");
	put_mark(b, 0, 1, 1100, 0x400100);
	put_mark(b, 1, 1, 1200, 0x400200); /* begin */
	put_mark(b, 1, 1, 1300, 0x400200); /* which had begun */
	put_mark(b, 0, 1, 1400, 0x400100);
	put_mark(b, 2, 1, 1700, 0x400300);
	put_mark(b, 0, 1, 1800, 0x400100);
	put_read(b, 0, 101, 1950, 70);
	put_read(b, 1, 101, 1950, 2);
	put_mark(b, 2, 0, 1150, 0x400300); /* which had not begun */
	put_mark(b, 0, 0, 1250, 0x400100);
	put_mark(b, 2, 0, 1500, 0x400300); /* end */
	put_mark(b, 0, 0, 1600, 0x400100);
	put_mark(b, 1, 0, 1750, 0x400200); /* begin */
	put_read(b, 0, 100, 1900, 123456);
	put_mark(b, 0, 0, 1960, 0x400100);
	perf_builder_feature_event_desc(b);
	put_sockets(b);
}

/* Names that would clear the screen and forge a line. */
static void build_controls(struct perf_builder *b)
{
	struct event_attr attr = fixture_clock(0);

	perf_builder_event(b, &attr, "cpu-clock", (uint64_t[]){ 11 }, 1);
	b->at = (struct perf_builder_at){ .id = 11, .time = 1000000 };
	fixture_process(b, 100, "\033[2J\302\233H\r\233\304\233");
	fixture_samples(b, 100, 0, RECORD_MISC_USER, 0x400100, 6, 1000);
}

/* Three processes with JIT code; their numbers are larger than those of any kernel. */
static void build_jits(struct perf_builder *b)
{
	struct event_attr attr = fixture_clock(0);

	perf_builder_event(b, &attr, "cpu-clock", (uint64_t[]){ 11 }, 1);
	b->at = (struct perf_builder_at){ .id = 11, .time = 1000000 };
	for (uint32_t pid = 2000000001; pid <= 2000000003; pid++) {
		perf_builder_comm(b, pid, pid, "jit", 0);
		fixture_map(b, pid, 0x7f0000000000, "//anon");
		fixture_samples(b, pid, 0, RECORD_MISC_USER, 0x7f0000000100, 4, 1000);
	}
}

/* The same code in memory that the kernel names like a file, of two processes at one address. */
static void build_jits_shared(struct perf_builder *b)
{
	static const char *const names[] = { "/memfd:code (deleted)", "/dev/shm/code", "/nowhere/gone (deleted)" };
	struct event_attr attr = fixture_clock(0);

	perf_builder_event(b, &attr, "cpu-clock", (uint64_t[]){ 11 }, 1);
	b->at = (struct perf_builder_at){ .id = 11, .time = 1000000 };
	for (uint32_t pid = 2000000001; pid <= 2000000002; pid++) {
		perf_builder_comm(b, pid, pid, "jit", 0);
		for (unsigned i = 0; i < ARRAY_SIZE(names); i++) {
			fixture_map(b, pid, 0x7f0000000000 + i * 0x10000, names[i]);
			fixture_samples(b, pid, 0, RECORD_MISC_USER, 0x7f0000000100 + i * 0x10000, 4, 1000);
		}
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
	struct event_attr attr = fixture_clock(0);

	perf_builder_event(b, &attr, "cpu-clock", (uint64_t[]){ 11 }, 1);
	b->at = (struct perf_builder_at){ .id = 11, .pid = -1u, .time = 1000000 };
	fixture_process(b, 100, "worker-thread-1");
	for (unsigned i = 0; i < ARRAY_SIZE(names); i++) {
		perf_builder_ksymbol(b, fixture_function((int)i, 0), FUNCTION_SIZE, 1, 0, names[i]);
		fixture_samples(b, 100, 0, RECORD_MISC_KERNEL, fixture_function((int)i, 0), samples[i], 1000000);
	}
	fixture_samples(b, 100, 0, RECORD_MISC_USER, 0x400123, 30, 1000000);
	for (uint32_t i = 0; i < 12; i++) {
		perf_builder_comm(b, 200 + i, 200 + i, "little", 0);
		fixture_samples(b, 200 + i, 0, RECORD_MISC_KERNEL, fixture_function((int)(i % 4), 0), 1, 10000);
	}
	b->at.pid = b->at.tid = 100;
	perf_builder_lost(b, 11, 1234);
	perf_builder_feature_string(b, FEATURE_HOSTNAME, "host");
	perf_builder_feature_sample_time(b, 1000000, 4001000000);
	perf_builder_feature_build_id(b, RECORD_MISC_USER, -1, &id, "/nowhere/bin/program");
	perf_builder_feature_nrcpus(b, 4, 4);
}

static void unnamed_sample(struct perf_builder *b, uint32_t pid, uint32_t tid)
{
	b->at.pid = pid;
	b->at.tid = tid;
	perf_builder_sample(b,
			    &(struct perf_builder_sample){ .misc = RECORD_MISC_USER, .ip = 0x400100, .period = 1000 });
	b->at.time += 1000; /* what comes next comes later */
}

/*
 * Samples before a thread has a name: of one that gets it, of one that never does, of one that forks, and of one that
 * ends, whose tid another gets; and names without a letter.
 */
static void build_unnamed(struct perf_builder *b)
{
	struct event_attr attr = fixture_clock(0);

	perf_builder_event(b, &attr, "cpu-clock", (uint64_t[]){ 11 }, 1);
	b->at = (struct perf_builder_at){ .id = 11, .time = 1000000 };
	unnamed_sample(b, 100, 100);
	unnamed_sample(b, 100, 100);
	fixture_process(b, 100, "named");
	unnamed_sample(b, 100, 100);
	unnamed_sample(b, 200, 200);
	perf_builder_fork(b, 201, 200, 201, 200);
	unnamed_sample(b, 201, 201);
	perf_builder_comm(b, 201, 201, "child", 0);
	unnamed_sample(b, 201, 201);
	unnamed_sample(b, 100, 102);
	perf_builder_fork(b, 100, 100, 102, 100);
	b->at.time += 1000;
	unnamed_sample(b, 100, 102);
	perf_builder_comm(b, 100, 102, "", 0);
	unnamed_sample(b, 100, 102);
}

const struct fixture fixtures_processes[] = {
	{ .name = "changes", .build = build_changes },
	{ .name = "controls", .build = build_controls },
	{ .name = "guests", .build = build_guests },
	{ .name = "jits", .build = build_jits },
	{ .name = "jits-shared", .build = build_jits_shared },
	{ .name = "marks", .build = build_marks },
	{ .name = "simpleperf", .build = build_simpleperf },
	{ .name = "simpleperf-swapped", .flags = PERF_BUILDER_SWAP, .build = build_simpleperf },
	{ .name = "unnamed", .build = build_unnamed },
	{ .name = "wide", .build = build_wide },
	{ 0 },
};
