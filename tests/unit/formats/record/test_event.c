/* Layouts against records counted by hand, and the names of events that come without one. */
#include "formats/record/event.h"
#include "tests/support/perf_builder.h"
#include "tests/support/test.h"

static struct event_layout layout_of(uint64_t sample_type, uint64_t flags)
{
	struct event_attr attr = { .size = ATTR_SIZE_VER7, .sample_type = sample_type, .flags = flags };
	struct event_layout layout;

	memset(&layout, 0xff, sizeof(layout));
	event_layout_make(&layout, &attr);
	return layout;
}

/* perf record -a: IP, TID, TIME, CPU, PERIOD, IDENTIFIER. */
TEST(layout_of_perf_record)
{
	struct event_layout l = layout_of(PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CPU |
						  PERF_SAMPLE_PERIOD | PERF_SAMPLE_IDENTIFIER,
					  ATTR_SAMPLE_ID_ALL);

	CHECK_EQ_U64(l.identifier, 8);
	CHECK_EQ_U64(l.ip, 16);
	CHECK_EQ_U64(l.tid, 24);
	CHECK_EQ_U64(l.time, 32);
	CHECK_EQ_U64(l.addr, LAYOUT_NONE);
	CHECK_EQ_U64(l.id, LAYOUT_NONE);
	CHECK_EQ_U64(l.cpu, 40);
	CHECK_EQ_U64(l.period, 48);
	CHECK_EQ_U64(l.fixed_end, 56);
	CHECK_EQ_U64(l.trailer_identifier, 8);
	CHECK_EQ_U64(l.trailer_cpu, 16);
	CHECK_EQ_U64(l.trailer_time, 24);
	CHECK_EQ_U64(l.trailer_tid, 32);
	CHECK_EQ_U64(l.trailer_id, LAYOUT_NONE);
	CHECK_EQ_U64(l.trailer_size, 32);
	CHECK_EQ_U64(event_layout_sample_id(&l), 8);
	CHECK_EQ_U64(event_layout_trailer_id(&l), 8);
}

TEST(layout_with_id_in_place_of_identifier)
{
	struct event_layout l =
		layout_of(PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_ADDR | PERF_SAMPLE_ID | PERF_SAMPLE_STREAM_ID,
			  ATTR_SAMPLE_ID_ALL);

	CHECK_EQ_U64(l.ip, 8);
	CHECK_EQ_U64(l.tid, 16);
	CHECK_EQ_U64(l.addr, 24);
	CHECK_EQ_U64(l.id, 32);
	CHECK_EQ_U64(l.stream_id, 40);
	CHECK_EQ_U64(l.fixed_end, 48);
	CHECK_EQ_U64(l.trailer_stream_id, 8);
	CHECK_EQ_U64(l.trailer_id, 16);
	CHECK_EQ_U64(l.trailer_tid, 24);
	CHECK_EQ_U64(event_layout_sample_id(&l), 32);
	CHECK_EQ_U64(event_layout_trailer_id(&l), 16);
}

TEST(layout_without_sample_id_all)
{
	struct event_layout l = layout_of(PERF_SAMPLE_IP | PERF_SAMPLE_TID, 0);

	CHECK_EQ_U64(l.trailer_size, 0);
	CHECK_EQ_U64(l.trailer_tid, LAYOUT_NONE);
	CHECK_EQ_U64(l.fixed_end, 24);
}

TEST(layout_of_nothing)
{
	struct event_layout l = layout_of(0, ATTR_SAMPLE_ID_ALL);

	CHECK_EQ_U64(l.fixed_end, 8);
	CHECK_EQ_U64(l.trailer_size, 0);
	CHECK_EQ_U64(event_layout_sample_id(&l), LAYOUT_NONE);
}

static uint64_t at(const struct buffer *b, size_t offset)
{
	return load_u64(b->data + offset);
}

/* All 512 combinations of the fixed fields: each field is found where the builder, field by field, put it. */
TEST(layout_of_all_combinations)
{
	static const uint64_t bits[] = { PERF_SAMPLE_IDENTIFIER, PERF_SAMPLE_IP,   PERF_SAMPLE_TID,
					 PERF_SAMPLE_TIME,       PERF_SAMPLE_ADDR, PERF_SAMPLE_ID,
					 PERF_SAMPLE_STREAM_ID,  PERF_SAMPLE_CPU,  PERF_SAMPLE_PERIOD };

	for (unsigned set = 0; set < 1u << ARRAY_SIZE(bits); set++) {
		struct event_attr attr = { .size = ATTR_SIZE_VER7, .flags = ATTR_SAMPLE_ID_ALL };
		struct event_layout l;
		struct perf_builder b;
		size_t comm;

		for (size_t i = 0; i < ARRAY_SIZE(bits); i++)
			attr.sample_type |= set >> i & 1 ? bits[i] : 0;
		event_layout_make(&l, &attr);
		perf_builder_init(&b, 0);
		perf_builder_event(&b, &attr, "event", NULL, 0);
		b.at = (struct perf_builder_at){
			.id = 101, .pid = 102, .tid = 103, .time = 104, .stream_id = 105, .cpu = 106
		};
		perf_builder_sample(&b, &(struct perf_builder_sample){ .ip = 107, .addr = 108, .period = 109 });
		CHECK_EQ_U64(l.fixed_end, b.records.size);
		CHECK(!l.identifier || at(&b.records, l.identifier) == 101);
		CHECK(!l.ip || at(&b.records, l.ip) == 107);
		CHECK(!l.tid || load_u32(b.records.data + l.tid) == 102);
		CHECK(!l.time || at(&b.records, l.time) == 104);
		CHECK(!l.addr || at(&b.records, l.addr) == 108);
		CHECK(!l.id || at(&b.records, l.id) == 101);
		CHECK(!l.stream_id || at(&b.records, l.stream_id) == 105);
		CHECK(!l.cpu || load_u32(b.records.data + l.cpu) == 106);
		CHECK(!l.period || at(&b.records, l.period) == 109);
		CHECK_EQ_U64(!!l.tid + !!l.cpu + !!l.ip + !!l.period,
			     (set >> 2 & 1) + (set >> 7 & 1) + (set >> 1 & 1) + (set >> 8 & 1));
		comm = b.records.size;
		perf_builder_comm(&b, 1, 1, "x", 0);
		CHECK_EQ_U64(b.records.size - comm, 24 + l.trailer_size);
		CHECK(!l.trailer_identifier || at(&b.records, b.records.size - l.trailer_identifier) == 101);
		CHECK(!l.trailer_cpu || load_u32(b.records.data + b.records.size - l.trailer_cpu) == 106);
		CHECK(!l.trailer_stream_id || at(&b.records, b.records.size - l.trailer_stream_id) == 105);
		CHECK(!l.trailer_id || at(&b.records, b.records.size - l.trailer_id) == 101);
		CHECK(!l.trailer_time || at(&b.records, b.records.size - l.trailer_time) == 104);
		CHECK(!l.trailer_tid || load_u32(b.records.data + b.records.size - l.trailer_tid) == 102);
		perf_builder_fini(&b);
	}
}

static void check_name(uint32_t type, uint64_t config, const char *want)
{
	struct event_attr attr = { .type = type, .config = config, .config1 = 0x1234, .bp_type = 3 };
	char name[64];

	event_attr_name(&attr, name, sizeof(name));
	CHECK_STR(name, want);
}

TEST(names)
{
	check_name(PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, "cycles");
	/* the PMU of a hybrid CPU in the upper half */
	check_name(PERF_TYPE_HARDWARE, 4ull << 32 | PERF_COUNT_HW_INSTRUCTIONS, "instructions");
	check_name(PERF_TYPE_HARDWARE, 99, "unknown-hardware");
	check_name(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK, "cpu-clock");
	check_name(PERF_TYPE_SOFTWARE, UINT64_MAX, "unknown-software");
	check_name(PERF_TYPE_HW_CACHE, 0, "L1-dcache-loads");
	check_name(PERF_TYPE_HW_CACHE, 2 | 1 << 8 | 1 << 16, "LLC-store-misses");
	check_name(PERF_TYPE_HW_CACHE, 2 << 8, "L1-dcache-prefetches");
	check_name(PERF_TYPE_HW_CACHE, 1 | 1 << 8, "invalid-cache");
	check_name(PERF_TYPE_HW_CACHE, 4 | 2 << 8, "invalid-cache");
	check_name(PERF_TYPE_HW_CACHE, 77, "unknown-ext-hardware-cache-type");
	check_name(PERF_TYPE_HW_CACHE, 3 << 8, "unknown-ext-hardware-cache-op");
	check_name(PERF_TYPE_HW_CACHE, 2 << 16, "unknown-ext-hardware-cache-result");
	check_name(PERF_TYPE_RAW, 0x1c0, "raw 0x1c0");
	check_name(PERF_TYPE_BREAKPOINT, 0, "mem:0x1234:rw");
	check_name(PERF_TYPE_TRACEPOINT, 300, "unknown tracepoint");
	check_name(42, 0, "unknown attr type: 42");
}

static void check_modifiers(uint64_t flags, const char *want)
{
	struct event_attr attr = { .type = PERF_TYPE_RAW, .config = 1, .flags = flags };
	char name[64];

	event_attr_name(&attr, name, sizeof(name));
	CHECK_STR(name, want);
	attr.type = PERF_TYPE_TRACEPOINT;
	event_attr_name(&attr, name, sizeof(name));
	CHECK_STR(name, "unknown tracepoint");
}

TEST(modifiers)
{
	const uint64_t user = ATTR_EXCLUDE_KERNEL | ATTR_EXCLUDE_HV, p = 1ull << ATTR_PRECISE_IP_SHIFT;

	check_modifiers(ATTR_EXCLUDE_IDLE, "raw 0x1");
	check_modifiers(user, "raw 0x1:u");
	check_modifiers(ATTR_EXCLUDE_KERNEL, "raw 0x1:uh");
	check_modifiers(ATTR_EXCLUDE_USER | ATTR_EXCLUDE_HV, "raw 0x1:k");
	check_modifiers(ATTR_EXCLUDE_USER | ATTR_EXCLUDE_KERNEL | ATTR_EXCLUDE_HV, "raw 0x1");
	check_modifiers(2 * p, "raw 0x1:pp");
	check_modifiers(user | 3 * p | ATTR_EXCLUDE_GUEST, "raw 0x1:upppH");
	check_modifiers(ATTR_EXCLUDE_GUEST, "raw 0x1:H");
	check_modifiers(ATTR_EXCLUDE_HOST, "raw 0x1:G");
	check_modifiers(ATTR_EXCLUDE_HOST | ATTR_EXCLUDE_GUEST, "raw 0x1");
}

TEST(name_cut_to_its_room)
{
	struct event_attr attr = { .type = PERF_TYPE_SOFTWARE };
	char name[4] = "???";

	event_attr_name(&attr, name, sizeof(name));
	CHECK_STR(name, "cpu");
}
