/* Fixtures: kinds of files, whole and damaged, of the same samples. */
#include "tests/support/fixture_tables.h"

#include "tests/support/fixture_parts.h"

/* Two processes on two CPUs, in kernel functions, a program and a library. */
static void build_flat(struct perf_builder *b)
{
	struct event_attr attr = fixture_clock(0);
	struct build_id id = { .size = 20, .data = { 0xab, 0xcd, [19] = 1 } };

	perf_builder_event(b, &attr, "cpu-clock", (uint64_t[]){ 11, 12 }, 2);
	b->at = (struct perf_builder_at){ .id = 11, .pid = -1u, .tid = 0, .time = 1000000 };
	fixture_functions(b);
	fixture_process(b, 100, "alpha");
	fixture_process(b, 200, "beta");
	perf_builder_fork(b, 100, 100, 101, 100);
	fixture_samples(b, 100, 0, RECORD_MISC_KERNEL, fixture_function(F_LEAF, 0x10), 30, 1000);
	fixture_samples(b, 100, 1, RECORD_MISC_USER, 0x400123, 20, 1000);
	fixture_samples(b, 200, 1, RECORD_MISC_KERNEL, fixture_function(F_LEAF, 0x20), 15, 1000);
	fixture_samples(b, 200, 0, RECORD_MISC_KERNEL, fixture_function(F_HELPER, 0x20), 10, 2000);
	perf_builder_finished_round(b);
	b->at.id = 12;
	fixture_samples(b, 200, 3, RECORD_MISC_USER, 0x7f0000000456, 5, 1000);
	fixture_samples(b, 300, 2, RECORD_MISC_USER, 0x999999, 2, 500);
	b->at.pid = 100;
	b->at.tid = 101;
	b->at.time += 1000;
	perf_builder_sample(b, &(struct perf_builder_sample){
				       .misc = RECORD_MISC_KERNEL, .ip = fixture_function(F_IDLE, 0), .period = 9000 });
	perf_builder_feature_string(b, FEATURE_HOSTNAME, "host");
	perf_builder_feature_string(b, FEATURE_OSRELEASE, "6.1.0");
	perf_builder_feature_event_desc(b);
	perf_builder_feature_build_id(b, RECORD_MISC_USER, -1, &id, "/nowhere/bin/program");
	perf_builder_feature_sample_time(b, 1000000, b->at.time);
	perf_builder_feature_nrcpus(b, 4, 4);
}

static void map_kernel(struct perf_builder *b, uint64_t start)
{
	perf_builder_mmap(b, &(struct perf_builder_map){ .pid = UINT32_MAX,
							 .start = start,
							 .size = 0x100000,
							 .pgoff = start,
							 .misc = RECORD_MISC_KERNEL,
							 .name = "[kernel.kallsyms]_text" });
}

/*
 * A kernel that is loaded elsewhere than it was linked for, and a vdso: 64 addresses of each. Who has their files finds
 * them by the release and by the build-id.
 */
static void build_kernel_files(struct perf_builder *b)
{
	const uint64_t kernel = 0xffffffff90000000, vdso = 0x7fff00000000;
	struct build_id id = { .size = 20, .data = { 0xab, 0xcd, 0xef } };
	struct event_attr attr = fixture_clock(0);

	perf_builder_event(b, &attr, "cpu-clock", (uint64_t[]){ 11 }, 1);
	b->at = (struct perf_builder_at){ .id = 11, .pid = -1u, .time = 1000000 };
	map_kernel(b, kernel);
	perf_builder_comm(b, 100, 100, "alpha", 0);
	perf_builder_mmap2(b, &(struct perf_builder_map){ .pid = 100,
							  .tid = 100,
							  .start = vdso,
							  .size = 0x10000,
							  .prot = 5,
							  .misc = RECORD_MISC_USER,
							  .name = "[vdso]" });
	b->at.pid = b->at.tid = 100;
	for (uint64_t i = 0; i < 64; i++) {
		fixture_samples(b, 100, 0, RECORD_MISC_KERNEL, kernel + 0x1000 + 8 * i, 1, 1000);
		fixture_samples(b, 100, 0, RECORD_MISC_USER, vdso + 0x1000 + 8 * i, 1, 1000);
	}
	perf_builder_feature_string(b, FEATURE_OSRELEASE, "6.1.0");
	perf_builder_feature_build_id(b, RECORD_MISC_USER, -1, &id, "[vdso]");
}

/* A kernel module that is not here: each second byte of its code from .text on. Who has its file finds it by its path.
 */
static void build_module(struct perf_builder *b)
{
	const uint64_t kernel = 0xffffffff81000000, module = 0xffffffffc0100000;
	struct event_attr attr = fixture_clock(0);

	perf_builder_event(b, &attr, "cpu-clock", (uint64_t[]){ 11 }, 1);
	b->at = (struct perf_builder_at){ .id = 11, .pid = -1u, .time = 1000000 };
	map_kernel(b, kernel);
	perf_builder_mmap(b, &(struct perf_builder_map){ .pid = UINT32_MAX,
							 .start = module,
							 .size = 0x4000,
							 .misc = RECORD_MISC_KERNEL,
							 .name = "/lib/modules/0.0-none/kernel/module.ko" });
	perf_builder_comm(b, 100, 100, "alpha", 0);
	for (uint64_t i = 0; i < 128; i++)
		fixture_samples(b, 100, 0, RECORD_MISC_KERNEL, module + 2 * i, 1, 1000);
	perf_builder_feature_string(b, FEATURE_OSRELEASE, "0.0-none");
}

static void put_two_events(struct perf_builder *b, const char *second)
{
	struct event_attr clock = fixture_clock(0), faults = fixture_clock(PERF_SAMPLE_ADDR);

	faults.config = PERF_COUNT_SW_PAGE_FAULTS;
	perf_builder_event(b, &clock, "cpu-clock", (uint64_t[]){ 11 }, 1);
	perf_builder_event(b, &faults, second, (uint64_t[]){ 22 }, 1);
	b->at = (struct perf_builder_at){ .id = 11, .pid = -1u, .time = 1000000 };
	fixture_functions(b);
	fixture_process(b, 100, "alpha");
	fixture_samples(b, 100, 0, RECORD_MISC_KERNEL, fixture_function(F_LEAF, 0), 3, 1000);
	b->at.event = 1;
	b->at.id = 22;
	fixture_samples(b, 100, 0, RECORD_MISC_USER, 0x400200, 7, 1);
	perf_builder_feature_event_desc(b);
}

static void build_two_events(struct perf_builder *b)
{
	put_two_events(b, "page-faults:u");
}

static void build_same_events(struct perf_builder *b)
{
	put_two_events(b, "cpu-clock");
}

/* As prec records: mappings and processes come from an event that counts nothing. */
static void build_dummy(struct perf_builder *b)
{
	struct event_attr clock = fixture_clock(0), dummy = fixture_clock(0);

	clock.flags = ATTR_SAMPLE_ID_ALL;
	dummy.config = PERF_COUNT_SW_DUMMY;
	dummy.sample_type &= ~(uint64_t)PERF_SAMPLE_CPU;
	perf_builder_event(b, &clock, "cpu-clock", (uint64_t[]){ 11 }, 1);
	perf_builder_event(b, &dummy, "dummy:u", (uint64_t[]){ 22 }, 1);
	b->at = (struct perf_builder_at){ .event = 1, .id = 22, .pid = 100, .tid = 100, .time = 1000000 };
	fixture_functions(b);
	fixture_process(b, 100, "alpha");
	perf_builder_finished_round(b);
	b->at.event = 0;
	b->at.id = 11;
	fixture_samples(b, 100, 0, RECORD_MISC_KERNEL, fixture_function(F_LEAF, 0), 5, 1000);
	fixture_samples(b, 100, 0, RECORD_MISC_USER, 0x400200, 5, 1000);
	perf_builder_finished_round(b);
	perf_builder_feature_event_desc(b);
	perf_builder_feature_string(b, FEATURE_HOSTNAME, "host");
	perf_builder_feature_sample_time(b, 1001000, 1010000);
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

/* More comms than so few bytes should hold: two frames of six are left out. */
static void build_expanding(struct perf_builder *b)
{
	struct event_attr attr = fixture_clock(0);

	perf_builder_event(b, &attr, "cpu-clock", (uint64_t[]){ 11 }, 1);
	perf_builder_feature_compressed(b, 1, 1, 1 << 20);
	b->at = (struct perf_builder_at){ .id = 11, .time = 1000000 };
	fixture_process(b, 100, "many");
	fixture_samples(b, 100, 0, RECORD_MISC_USER, 0x400100, 6, 1000);
	for (int frame = 0; frame < 6; frame++) {
		perf_builder_compress_begin(b);
		for (int i = 0; i < 10000; i++)
			perf_builder_comm(b, 100, 100, "many", 0);
		perf_builder_compress_end(b, PERF_RECORD_COMPRESSED, 1, 0);
	}
}

/* Data after records, an event's name in a record, losses, and a type of the future. */
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
	fixture_samples(b, 200, 3, RECORD_MISC_USER, 0x7f0000000456, 5, 1000);
}

const struct fixture fixtures_files[] = {
	{ .name = "flat", .build = build_flat },
	{ .name = "flat-swapped", .flags = PERF_BUILDER_SWAP, .build = build_flat },
	{ .name = "flat-pipe", .flags = PERF_BUILDER_PIPE, .build = build_flat },
	{ .name = "flat-pipe-swapped", .flags = PERF_BUILDER_PIPE | PERF_BUILDER_SWAP, .build = build_flat },
	{ .name = "flat-v1", .flags = PERF_BUILDER_V1, .build = build_flat },
	{ .name = "unfinished", .flags = PERF_BUILDER_UNFINISHED, .build = build_flat },
	{ .name = "two-events", .build = build_two_events },
	{ .name = "same-events", .build = build_same_events },
	{ .name = "dummy", .build = build_dummy },
	{ .name = "kernel-files", .build = build_kernel_files },
	{ .name = "module", .build = build_module },
	{ .name = "dummy-swapped", .flags = PERF_BUILDER_SWAP, .build = build_dummy },
	{ .name = "odd", .build = build_odd },
	{ .name = "odd-pipe", .flags = PERF_BUILDER_PIPE, .build = build_odd },
	{ .name = "compressed", .build = build_compressed },
	{ .name = "compressed2", .build = build_compressed2 },
	{ .name = "compressed-pipe", .flags = PERF_BUILDER_PIPE, .build = build_compressed },
	{ .name = "expanding", .build = build_expanding },
	{ .name = "damaged-records", .build = build_damaged_records },
	{ .name = "damaged-header", .build = build_damaged_header },
	{ .name = "damaged-frame", .build = build_compressed, .wrong = 8 },
	{ .name = "truncated", .flags = PERF_BUILDER_PIPE, .build = build_flat, .cut = 30 },
	{ .name = "truncated-features", .build = build_flat, .cut = 1500 },
	{ 0 },
};
