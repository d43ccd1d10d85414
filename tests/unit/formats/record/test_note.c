#include "formats/record/note.h"

#include "tests/support/test.h"

static struct record record_of(const struct buffer *b)
{
	return (struct record){ .data = b->data,
				.type = load_u32_order(b->data, b->swap),
				.size = load_u16_order(b->data + 6, b->swap),
				.swap = b->swap };
}

static void check_tail(bool swap, bool finished)
{
	struct note_tail tail;
	struct record r;
	struct note note;
	struct buffer b;

	buffer_init(&b);
	b.swap = swap;
	note_put_tail(&b, finished, 0x1122334455667788);
	CHECK(buffer_ok(&b));
	CHECK_EQ_U64(b.size, NOTE_TAIL_SIZE);
	r = record_of(&b);
	CHECK_EQ_U64(r.type, PERF_RECORD_HEADER_EVENT_TYPE);
	CHECK_EQ_U64(r.size, NOTE_TAIL_SIZE);
	CHECK(note_parse(&r, &note));
	CHECK_EQ_U64(note.kind, NOTE_TAIL);
	CHECK_EQ_U64(note.version, NOTE_VERSION);
	CHECK(note_parse_tail(b.data, swap, &tail));
	CHECK_EQ_U64(tail.finished, finished);
	CHECK_EQ_U64(tail.index, 0x1122334455667788);
	CHECK_EQ_U64(tail.size, NOTE_TAIL_SIZE);
	CHECK(!note_parse_tail(b.data, !swap, &tail));
	buffer_fini(&b);
}

TEST(tail)
{
	for (int i = 0; i < 4; i++)
		check_tail(i & 1, i & 2);
}

static void check_cpu_gap(bool swap)
{
	struct record r;
	struct note note;
	struct buffer b;

	buffer_init(&b);
	b.swap = swap;
	note_put_cpu_gap(&b, 3, 1000, 2000);
	r = record_of(&b);
	CHECK(note_parse(&r, &note));
	CHECK_EQ_U64(note.kind, NOTE_CPU_GAP);
	CHECK(!note_is_layout(&note));
	CHECK_EQ_U64(cursor_u32(&note.content), 3);
	cursor_skip(&note.content, 4);
	CHECK_EQ_U64(cursor_u64(&note.content), 1000);
	CHECK_EQ_U64(cursor_u64(&note.content), 2000);
	CHECK_EQ_U64(r.size, NOTE_SIZE_MIN);
	buffer_fini(&b);
}

static void check_event_cgroup(bool swap)
{
	struct record r;
	struct note note;
	struct buffer b;

	buffer_init(&b);
	b.swap = swap;
	note_put_event_cgroup(&b, 3, "a/cgroup with a name that is longer than a note is at least, and then some");
	r = record_of(&b);
	CHECK(note_parse(&r, &note));
	CHECK_EQ_U64(note.kind, NOTE_EVENT_CGROUP);
	CHECK(!note_is_layout(&note));
	CHECK_EQ_U64(cursor_u32(&note.content), 3);
	cursor_skip(&note.content, 4);
	CHECK_STR(cursor_string(&note.content),
		  "a/cgroup with a name that is longer than a note is at least, and then some");
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
	start = note_begin(&b, NOTE_BLOCK_INDEX);
	buffer_put_u8(&b, 1);
	note_end(&b, start);
	CHECK_EQ_U64(b.size, NOTE_SIZE_MIN);
	CHECK_EQ_U64(load_u16(b.data + 6), NOTE_SIZE_MIN);
	buffer_fini(&b);
}

TEST(largest)
{
	struct buffer b;
	size_t start;

	buffer_init(&b);
	start = note_begin(&b, NOTE_BLOCK_INDEX);
	buffer_append(&b, NULL, NOTE_CONTENT_MAX);
	note_end(&b, start);
	CHECK(buffer_ok(&b));
	CHECK_EQ_U64(load_u16(b.data + 6), b.size);
	start = note_begin(&b, NOTE_BLOCK_INDEX);
	buffer_append(&b, NULL, NOTE_CONTENT_MAX + 1);
	note_end(&b, start);
	CHECK(!buffer_ok(&b));
	buffer_fini(&b);
}

/* What the type once held, a record too short for a note, and other types. */
TEST(no_notes)
{
	uint8_t bytes[NOTE_TAIL_SIZE] = { PERF_RECORD_HEADER_EVENT_TYPE, 0, 0, 0, 0, 0, NOTE_TAIL_SIZE };
	struct record r = { .data = bytes, .type = PERF_RECORD_HEADER_EVENT_TYPE, .size = sizeof(bytes) };
	struct note_tail tail;
	struct buffer b;

	CHECK(!note_parse(&r, NULL));
	CHECK(!note_parse_tail(bytes, false, &tail));
	buffer_init(&b);
	note_put_tail(&b, true, 0);
	r = record_of(&b);
	for (r.size = RECORD_HEADER_SIZE; r.size < NOTE_HEADER_SIZE; r.size += 4)
		CHECK(!note_parse(&r, NULL));
	r = record_of(&b);
	r.type = PERF_RECORD_SAMPLE;
	CHECK(!note_parse(&r, NULL));
	buffer_set_u32(&b, RECORD_HEADER_SIZE + 8, NOTE_BLOCK_INDEX);
	CHECK(!note_parse_tail(b.data, false, &tail));
	buffer_fini(&b);
}

/* A tail of a later version may say other things. */
TEST(later_version)
{
	struct note_tail tail;
	struct record r;
	struct note note;
	struct buffer b;

	buffer_init(&b);
	note_put_tail(&b, true, 0);
	buffer_set_u32(&b, RECORD_HEADER_SIZE + 12, NOTE_VERSION + 1);
	r = record_of(&b);
	CHECK(note_parse(&r, &note));
	CHECK_EQ_U64(note.version, NOTE_VERSION + 1);
	CHECK(!note_parse_tail(b.data, false, &tail));
	buffer_fini(&b);
}
