#include "formats/record/private_record.h"

#include "tests/support/test.h"

static struct record record_of(const struct buffer *b)
{
	return (struct record){ .data = b->data,
				.type = load_u32_order(b->data, b->swap),
				.size = load_u16_order(b->data + 6, b->swap),
				.swap = b->swap };
}

static void check_footer(bool swap, bool finished)
{
	struct footer footer;
	struct record r;
	struct private_record private;
	struct buffer b;

	buffer_init(&b);
	b.swap = swap;
	private_record_put_footer(&b, finished, 0x1122334455667788, 0x99aabbccddeeff00);
	CHECK(buffer_ok(&b));
	CHECK_EQ_U64(b.size, FOOTER_SIZE);
	r = record_of(&b);
	CHECK_EQ_U64(r.type, PERF_RECORD_HEADER_EVENT_TYPE);
	CHECK_EQ_U64(r.size, FOOTER_SIZE);
	CHECK(private_record_parse(&r, &private));
	CHECK_EQ_U64(private.kind, PRIVATE_RECORD_FOOTER);
	CHECK_EQ_U64(private.version, PRIVATE_RECORD_VERSION);
	CHECK(private_record_parse_footer(b.data, swap, &footer));
	CHECK_EQ_U64(footer.finished, finished);
	CHECK_EQ_U64(footer.index, 0x1122334455667788);
	CHECK_EQ_U64(footer.bundle, 0x99aabbccddeeff00);
	CHECK_EQ_U64(footer.size, FOOTER_SIZE);
	CHECK(!private_record_parse_footer(b.data, !swap, &footer));
	buffer_fini(&b);
}

TEST(footer)
{
	for (int i = 0; i < 4; i++)
		check_footer(i & 1, i & 2);
}

static void check_clock(bool swap)
{
	const struct clock_note note = {
		.clock = CLOCK_OF_PERF, .boot = { 1, 2, 3, [15] = 16 }, .start = { 1, 2 }, .end = { 3, UINT64_MAX }
	};
	struct clock_note read;
	struct private_record private;
	struct record r;
	struct buffer b;

	buffer_init(&b);
	b.swap = swap;
	private_record_put_clock(&b, &note);
	CHECK_EQ_U64(b.size, PRIVATE_RECORD_SIZE_MIN);
	r = record_of(&b);
	CHECK(private_record_parse(&r, &private));
	/* A copy has one of its own. */
	CHECK(private_record_is_layout(&private));
	CHECK(private_record_parse_clock(&private, &read));
	CHECK_EQ_U64(read.clock, note.clock);
	CHECK(!memcmp(read.boot, note.boot, sizeof(note.boot)));
	CHECK(read.start.time == 1 && read.start.wall == 2 && read.end.time == 3 && read.end.wall == UINT64_MAX);
	private.content.end -= 32;
	CHECK(!private_record_parse_clock(&private, &read));
	private.content.end += 32;
	private.version++;
	CHECK(!private_record_parse_clock(&private, &read));
	buffer_fini(&b);
}

TEST(clock)
{
	check_clock(false);
	check_clock(true);
}

static void check_cpu_gap(bool swap)
{
	struct record r;
	struct private_record private;
	struct buffer b;

	buffer_init(&b);
	b.swap = swap;
	private_record_put_cpu_gap(&b, 3, 1000, 2000);
	r = record_of(&b);
	CHECK(private_record_parse(&r, &private));
	CHECK_EQ_U64(private.kind, PRIVATE_RECORD_CPU_GAP);
	CHECK(!private_record_is_layout(&private));
	CHECK_EQ_U64(cursor_u32(&private.content), 3);
	cursor_skip(&private.content, 4);
	CHECK_EQ_U64(cursor_u64(&private.content), 1000);
	CHECK_EQ_U64(cursor_u64(&private.content), 2000);
	CHECK_EQ_U64(r.size, PRIVATE_RECORD_SIZE_MIN);
	buffer_fini(&b);
}

static void check_event_cgroup(bool swap)
{
	struct record r;
	struct private_record private;
	struct buffer b;

	buffer_init(&b);
	b.swap = swap;
	private_record_put_event_cgroup(&b, 3,
					"a/cgroup with a name that is longer than a record is at least, and then some");
	r = record_of(&b);
	CHECK(private_record_parse(&r, &private));
	CHECK_EQ_U64(private.kind, PRIVATE_RECORD_EVENT_CGROUP);
	CHECK(!private_record_is_layout(&private));
	CHECK_EQ_U64(cursor_u32(&private.content), 3);
	cursor_skip(&private.content, 4);
	CHECK_STR(cursor_string(&private.content),
		  "a/cgroup with a name that is longer than a record is at least, and then some");
	CHECK_EQ_U64(r.size % 8, 0);
	buffer_fini(&b);
}

TEST(event_cgroup)
{
	check_event_cgroup(false);
	check_event_cgroup(true);
}

TEST(cpu_gap)
{
	check_cpu_gap(false);
	check_cpu_gap(true);
}

/* Linux perf 7 warns of records of this type below 80 bytes. */
TEST(smallest)
{
	struct buffer b;
	size_t start;

	buffer_init(&b);
	start = private_record_begin(&b, PRIVATE_RECORD_BLOCK_INDEX);
	buffer_put_u8(&b, 1);
	private_record_end(&b, start);
	CHECK_EQ_U64(b.size, PRIVATE_RECORD_SIZE_MIN);
	CHECK_EQ_U64(load_u16(b.data + 6), PRIVATE_RECORD_SIZE_MIN);
	buffer_fini(&b);
}

TEST(largest)
{
	struct buffer b;
	size_t start;

	buffer_init(&b);
	start = private_record_begin(&b, PRIVATE_RECORD_BLOCK_INDEX);
	buffer_append(&b, NULL, PRIVATE_RECORD_CONTENT_MAX);
	private_record_end(&b, start);
	CHECK(buffer_ok(&b));
	CHECK_EQ_U64(load_u16(b.data + 6), b.size);
	start = private_record_begin(&b, PRIVATE_RECORD_BLOCK_INDEX);
	buffer_append(&b, NULL, PRIVATE_RECORD_CONTENT_MAX + 1);
	private_record_end(&b, start);
	CHECK(!buffer_ok(&b));
	buffer_fini(&b);
}

/* What the type once held, a record too short for one of prec's, and other types. */
TEST(no_notes)
{
	uint8_t bytes[FOOTER_SIZE] = { PERF_RECORD_HEADER_EVENT_TYPE, 0, 0, 0, 0, 0, FOOTER_SIZE };
	struct record r = { .data = bytes, .type = PERF_RECORD_HEADER_EVENT_TYPE, .size = sizeof(bytes) };
	struct footer footer;
	struct buffer b;

	CHECK(!private_record_parse(&r, NULL));
	CHECK(!private_record_parse_footer(bytes, false, &footer));
	buffer_init(&b);
	private_record_put_footer(&b, true, 0, 0);
	r = record_of(&b);
	for (r.size = RECORD_HEADER_SIZE; r.size < PRIVATE_RECORD_HEADER_SIZE; r.size += 4)
		CHECK(!private_record_parse(&r, NULL));
	r = record_of(&b);
	r.type = PERF_RECORD_SAMPLE;
	CHECK(!private_record_parse(&r, NULL));
	buffer_set_u32(&b, RECORD_HEADER_SIZE + 8, PRIVATE_RECORD_BLOCK_INDEX);
	CHECK(!private_record_parse_footer(b.data, false, &footer));
	buffer_fini(&b);
}

/* A footer of a later version may say other things. */
TEST(later_version)
{
	struct footer footer;
	struct record r;
	struct private_record private;
	struct buffer b;

	buffer_init(&b);
	private_record_put_footer(&b, true, 0, 0);
	buffer_set_u32(&b, RECORD_HEADER_SIZE + 12, PRIVATE_RECORD_VERSION + 1);
	r = record_of(&b);
	CHECK(private_record_parse(&r, &private));
	CHECK_EQ_U64(private.version, PRIVATE_RECORD_VERSION + 1);
	CHECK(!private_record_parse_footer(b.data, false, &footer));
	buffer_fini(&b);
}
