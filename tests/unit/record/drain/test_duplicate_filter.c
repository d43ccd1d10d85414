/* Which samples are dropped of threads that may have inherited an event and have one of their own. */
#include "record/drain/duplicate_filter.h"

#include "common/buffer.h"
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>

#define FIELDS (PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME)

/* 10 has events 70 and, on another CPU, 71; 11 and 12, which it has forked, may have them besides 80, 81 and 90. */
struct fixture {
	struct event_fd events[5];
	struct ring_set rings;
	struct id_remap list[6];
	struct duplicate_filter suspects;
	struct buffer records;
};

static struct event_fd event(pid_t tid, uint64_t opened, uint64_t suspect)
{
	return (struct event_fd){ .fd = 0, .tid = tid, .owner = 10, .opened = opened, .suspect = suspect };
}

static void fixture_init(struct fixture *f)
{
	static const uint64_t list[][2] = { { 60, 10 }, { 70, 10 }, { 71, 10 }, { 80, 11 }, { 81, 11 }, { 90, 12 } };
	const struct event_attr attr = { .sample_type = FIELDS, .flags = ATTR_SAMPLE_ID_ALL };

	*f = (struct fixture){ .events = { event(10, 70, 0), event(10, 71, 0), event(11, 80, 70), event(11, 81, 70),
					   event(12, 90, 70) } };
	f->rings = (struct ring_set){ .events = f->events, .n_events = 5 };
	for (size_t i = 0; i < ARRAY_SIZE(list); i++) {
		f->list[i] = (struct id_remap){ .opened = list[i][0], .id = 1, .tid = (pid_t)list[i][1] };
		event_layout_make(&f->list[i].layout, &attr);
	}
	CHECK_EQ_I64(duplicate_filter_follow(&f->suspects, &f->rings), 0);
	buffer_init(&f->records);
}

static void fixture_fini(struct fixture *f)
{
	duplicate_filter_fini(&f->suspects);
	buffer_fini(&f->records);
}

/* The address is what a case knows it by. */
static void put(struct fixture *f, uint64_t id, uint32_t tid, uint64_t ip)
{
	struct buffer *b = &f->records;

	buffer_put_u32(b, PERF_RECORD_SAMPLE);
	buffer_put_u16(b, 0);
	buffer_put_u16(b, 40);
	buffer_put_u64(b, id);
	buffer_put_u64(b, ip);
	buffer_put_u32(b, tid - 1);
	buffer_put_u32(b, tid);
	buffer_put_u64(b, 5);
}

/* What is left of the records, in a number of as many digits. */
static uint64_t drain(struct fixture *f)
{
	size_t size =
		duplicate_filter_apply(&f->suspects, f->list, ARRAY_SIZE(f->list), f->records.data, f->records.size);
	uint64_t left = 0;

	CHECK_EQ_U64(size % 40, 0);
	for (size_t at = 0; at < size; at += 40)
		left = 10 * left + load_u64(f->records.data + at + 16);
	buffer_clear(&f->records);
	return left;
}

TEST(nobody_is_doubtful)
{
	struct fixture f;

	fixture_init(&f);
	for (size_t i = 0; i < ARRAY_SIZE(f.events); i++)
		f.events[i].suspect = 0;
	CHECK_EQ_I64(duplicate_filter_follow(&f.suspects, &f.rings), 0);
	CHECK_EQ_U64(f.suspects.n, 0);
	put(&f, 80, 11, 1);
	put(&f, 70, 11, 2);
	CHECK_EQ_U64(drain(&f), 12);
	fixture_fini(&f);
}

/* Its own samples stay until one comes of what it has inherited; then none, also of the same drain before. */
TEST(inherited)
{
	struct fixture f;

	fixture_init(&f);
	CHECK_EQ_U64(f.suspects.n, 2);
	put(&f, 80, 11, 1);
	put(&f, 90, 12, 2);
	put(&f, 70, 10, 3);
	CHECK_EQ_U64(drain(&f), 123);
	CHECK(!duplicate_filter_is_double(&f.suspects, &f.events[2]));
	put(&f, 80, 11, 4);
	put(&f, 70, 11, 5);
	put(&f, 90, 12, 6);
	put(&f, 81, 11, 7);
	put(&f, 71, 11, 8);
	CHECK_EQ_U64(drain(&f), 568);
	put(&f, 81, 11, 9);
	CHECK_EQ_U64(drain(&f), 0);
	CHECK(duplicate_filter_is_double(&f.suspects, &f.events[2]) &&
	      duplicate_filter_is_double(&f.suspects, &f.events[3]));
	CHECK(!duplicate_filter_is_double(&f.suspects, &f.events[0]) &&
	      !duplicate_filter_is_double(&f.suspects, &f.events[4]));
	fixture_fini(&f);
}

/* 20 was started by one of them, and has what that has. */
TEST(heirs)
{
	struct fixture f;

	fixture_init(&f);
	put(&f, 80, 20, 1);
	put(&f, 90, 20, 2);
	put(&f, 60, 20, 3);
	CHECK_EQ_U64(drain(&f), 123);
	put(&f, 80, 20, 4);
	put(&f, 70, 20, 5);
	put(&f, 80, 11, 6);
	put(&f, 90, 21, 7);
	put(&f, 70, 22, 8);
	CHECK_EQ_U64(drain(&f), 578);
	put(&f, 81, 20, 9);
	CHECK_EQ_U64(drain(&f), 0);
	CHECK(!duplicate_filter_is_double(&f.suspects, &f.events[4]));
	fixture_fini(&f);
}

/* What it had inherited before the change says nothing, nor does another event of the set, nor an id of the file. */
TEST(no_sign)
{
	struct fixture f;

	fixture_init(&f);
	f.list[2].event = 1;
	put(&f, 60, 11, 1);
	put(&f, 71, 11, 2);
	put(&f, 5, 11, 3);
	put(&f, 80, 11, 4);
	CHECK_EQ_U64(drain(&f), 1234);
	fixture_fini(&f);
}

/* Two events of a thread are in doubt on their own. */
TEST(several_events)
{
	struct fixture f;

	fixture_init(&f);
	f.events[1].event = f.events[3].event = 1;
	f.list[2].event = f.list[4].event = 1;
	CHECK_EQ_I64(duplicate_filter_follow(&f.suspects, &f.rings), 0);
	CHECK_EQ_U64(f.suspects.n, 3);
	put(&f, 71, 11, 1);
	put(&f, 80, 11, 2);
	put(&f, 81, 11, 3);
	CHECK_EQ_U64(drain(&f), 12);
	CHECK(!duplicate_filter_is_double(&f.suspects, &f.events[2]) &&
	      duplicate_filter_is_double(&f.suspects, &f.events[3]));
	fixture_fini(&f);
}

/* What was found stays until the events are closed; those that take their places are others. */
TEST(closed_and_opened_anew)
{
	struct fixture f;

	fixture_init(&f);
	put(&f, 70, 11, 1);
	CHECK_EQ_U64(drain(&f), 1);
	f.events[4].fd = -1;
	CHECK_EQ_I64(duplicate_filter_follow(&f.suspects, &f.rings), 0);
	CHECK_EQ_U64(f.suspects.n, 1);
	CHECK(duplicate_filter_is_double(&f.suspects, &f.events[2]));
	/* Another change: its new event has no doubt, and is not the one that is dropped. */
	f.events[4] = event(11, 95, 0);
	f.list[5] = f.list[3];
	f.list[5].opened = 95;
	put(&f, 95, 11, 2);
	put(&f, 80, 11, 3);
	CHECK_EQ_U64(drain(&f), 2);
	f.events[2].fd = f.events[3].fd = -1;
	f.events[4].suspect = 91;
	CHECK_EQ_I64(duplicate_filter_follow(&f.suspects, &f.rings), 0);
	CHECK_EQ_U64(f.suspects.n, 1);
	CHECK(!duplicate_filter_is_double(&f.suspects, &f.events[4]));
	put(&f, 70, 11, 4);
	put(&f, 95, 11, 5);
	CHECK_EQ_U64(drain(&f), 45);
	fixture_fini(&f);
}

/* Records that are cut off, and others than samples, stay as they are. */
TEST(other_records)
{
	static const size_t end = 3 * 40 + 16;
	struct fixture f;
	uint8_t *copy;
	size_t size;

	fixture_init(&f);
	put(&f, 70, 11, 1);
	put(&f, 80, 11, 2);
	put(&f, 80, 11, 3);
	f.records.data[80] = PERF_RECORD_LOST;
	put(&f, 80, 11, 4);
	for (size_t n = 0; n <= end; n++) {
		copy = malloc(n + 1);
		CHECK(copy);
		memcpy(copy, f.records.data, n);
		size = duplicate_filter_apply(&f.suspects, f.list, ARRAY_SIZE(f.list), copy, n);
		CHECK_EQ_U64(size, n < 80 ? n : n - 40);
		if (n == end)
			CHECK_BYTES(copy + 40, f.records.data + 80, end - 80);
		free(copy);
	}
	/* A sample too short for a thread, or an id. */
	for (uint16_t words = 1; words < 4; words++) {
		const uint16_t bytes = (uint16_t)(8 * words);

		memcpy(f.records.data + 6, &bytes, sizeof(bytes));
		CHECK_EQ_U64(duplicate_filter_apply(&f.suspects, f.list, ARRAY_SIZE(f.list), f.records.data, bytes),
			     bytes);
	}
	fixture_fini(&f);
}
