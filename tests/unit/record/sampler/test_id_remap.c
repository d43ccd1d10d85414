#include "record/sampler/id_remap.h"

#include "common/buffer.h"
#include "tests/support/test.h"

#include <string.h>

#define COMMON (PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CPU)
#define FIRST  (COMMON | PERF_SAMPLE_IDENTIFIER)
#define LATER  (COMMON | PERF_SAMPLE_ID)
#define GROUP  (PERF_FORMAT_ID | PERF_FORMAT_LOST | PERF_FORMAT_GROUP)
#define TIMES  (PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING)

/* Ids 70 and 80 were opened for 7 and 8, which have counted 1000 and 2000. */
static void make(struct id_remap list[2], uint64_t sample_type, uint64_t read_format)
{
	static const uint64_t ids[][3] = { { 70, 7, 1000 }, { 80, 8, 2000 } };

	for (int i = 0; i < 2; i++) {
		const struct event_attr attr = { .sample_type = sample_type, .flags = ATTR_SAMPLE_ID_ALL };

		list[i] = (struct id_remap){ .opened = ids[i][0],
					     .id = ids[i][1],
					     .counted = ids[i][2],
					     .has_read = sample_type & PERF_SAMPLE_READ,
					     .read_format = read_format };
		event_layout_make(&list[i].layout, &attr);
	}
}

/* A record of n words after its header. */
static void put(struct buffer *b, uint32_t type, const uint64_t *words, size_t n)
{
	buffer_put_u32(b, type);
	buffer_put_u16(b, 0);
	buffer_put_u16(b, (uint16_t)(RECORD_HEADER_SIZE + 8 * n));
	for (size_t i = 0; i < n; i++)
		buffer_put_u64(b, words[i]);
}

#define PUT(b, type, ...) put(b, type, (const uint64_t[]){ __VA_ARGS__ }, sizeof((const uint64_t[]){ __VA_ARGS__ }) / 8)

static void apply_and_compare(uint64_t sample_type, uint64_t read_format, struct buffer *have, struct buffer *want)
{
	struct id_remap list[2];

	make(list, sample_type, read_format);
	id_remap_apply(list, 2, have->data, have->size);
	CHECK_EQ_U64(have->size, want->size);
	CHECK_BYTES(have->data, want->data, want->size);
	buffer_fini(have);
	buffer_fini(want);
}

static void init(struct buffer *have, struct buffer *want)
{
	buffer_init(have);
	buffer_init(want);
}

/* The numbers of ids stand for other things elsewhere. */
TEST(samples)
{
	struct buffer have, want;

	init(&have, &want);
	PUT(&have, PERF_RECORD_SAMPLE, 70, 70, 80, 70, 80);
	PUT(&want, PERF_RECORD_SAMPLE, 7, 70, 80, 70, 80);
	PUT(&have, PERF_RECORD_SAMPLE, 80, 80, 70, 80, 70);
	PUT(&want, PERF_RECORD_SAMPLE, 8, 80, 70, 80, 70);
	PUT(&have, PERF_RECORD_SAMPLE, 9, 70, 70, 70, 70);
	PUT(&want, PERF_RECORD_SAMPLE, 9, 70, 70, 70, 70);
	apply_and_compare(FIRST, PERF_FORMAT_ID, &have, &want);
	init(&have, &want);
	PUT(&have, PERF_RECORD_SAMPLE, 70, 80, 70, 70, 80);
	PUT(&want, PERF_RECORD_SAMPLE, 70, 80, 70, 7, 80);
	PUT(&have, PERF_RECORD_SAMPLE, 70, 80, 70, 9, 80);
	PUT(&want, PERF_RECORD_SAMPLE, 70, 80, 70, 9, 80);
	apply_and_compare(LATER, PERF_FORMAT_ID, &have, &want);
}

/* Bodies, and the trailer: pid and tid, time, cpu, identifier; or pid and tid, time, id, cpu. */
TEST(other_records)
{
	struct buffer have, want;

	init(&have, &want);
	PUT(&have, PERF_RECORD_LOST, 70, 70, 1, 2, 3, 80);
	PUT(&want, PERF_RECORD_LOST, 7, 70, 1, 2, 3, 8);
	PUT(&have, PERF_RECORD_THROTTLE, 70, 70, 80, 1, 2, 3, 70);
	PUT(&want, PERF_RECORD_THROTTLE, 70, 7, 8, 1, 2, 3, 7);
	PUT(&have, PERF_RECORD_UNTHROTTLE, 70, 70, 80, 1, 2, 3, 70);
	PUT(&want, PERF_RECORD_UNTHROTTLE, 70, 7, 8, 1, 2, 3, 7);
	PUT(&have, PERF_RECORD_COMM, 70, 80, 70, 1, 70, 3, 80);
	PUT(&want, PERF_RECORD_COMM, 70, 80, 70, 1, 70, 3, 8);
	PUT(&have, PERF_RECORD_FORK, 70, 80, 70, 1, 70, 3, 9);
	PUT(&want, PERF_RECORD_FORK, 70, 80, 70, 1, 70, 3, 9);
	apply_and_compare(FIRST, PERF_FORMAT_ID, &have, &want);
	init(&have, &want);
	PUT(&have, PERF_RECORD_LOST, 70, 70, 70, 80, 80, 70);
	PUT(&want, PERF_RECORD_LOST, 7, 70, 70, 80, 8, 70);
	PUT(&have, PERF_RECORD_COMM, 70, 80, 70, 80, 70, 80);
	PUT(&want, PERF_RECORD_COMM, 70, 80, 70, 80, 7, 80);
	apply_and_compare(LATER, PERF_FORMAT_ID, &have, &want);
}

/* ip, tid, time, id, cpu, period, and then what was read. */
TEST(counts_of_a_group)
{
	static const uint64_t type = LATER | PERF_SAMPLE_PERIOD | PERF_SAMPLE_READ;
	struct buffer have, want;

	init(&have, &want);
	PUT(&have, PERF_RECORD_SAMPLE, 1, 2, 3, 70, 4, 5, 2, 10, 70, 80, 20, 80, 70, 70);
	PUT(&want, PERF_RECORD_SAMPLE, 1, 2, 3, 7, 4, 5, 2, 1010, 7, 80, 2020, 8, 70, 70);
	apply_and_compare(type, GROUP, &have, &want);
	init(&have, &want);
	PUT(&have, PERF_RECORD_SAMPLE, 1, 2, 3, 70, 4, 5, 2, 70, 80, 10, 70, 80, 20, 80, 70, 70);
	PUT(&want, PERF_RECORD_SAMPLE, 1, 2, 3, 7, 4, 5, 2, 70, 80, 1010, 7, 80, 2020, 8, 70, 70);
	apply_and_compare(type, GROUP | TIMES, &have, &want);
}

TEST(count_of_one)
{
	static const uint64_t type = FIRST | PERF_SAMPLE_READ;
	struct buffer have, want;

	init(&have, &want);
	PUT(&have, PERF_RECORD_SAMPLE, 70, 1, 2, 3, 4, 10, 70, 70, 70);
	PUT(&want, PERF_RECORD_SAMPLE, 7, 1, 2, 3, 4, 1010, 7, 70, 70);
	apply_and_compare(type, PERF_FORMAT_ID | PERF_FORMAT_LOST, &have, &want);
	init(&have, &want);
	PUT(&have, PERF_RECORD_SAMPLE, 70, 1, 2, 3, 4, 10, 70, 70, 70, 70);
	PUT(&want, PERF_RECORD_SAMPLE, 7, 1, 2, 3, 4, 1010, 70, 70, 7, 70);
	apply_and_compare(type, PERF_FORMAT_ID | TIMES, &have, &want);
}

/* A group of more events than the record has room for is left as it is, and so is what is too small for its fields. */
TEST(damaged)
{
	struct buffer have, want;

	init(&have, &want);
	PUT(&have, PERF_RECORD_SAMPLE, 70, 1, 2, 3, 4, UINT64_MAX, 70, 70, 70);
	PUT(&want, PERF_RECORD_SAMPLE, 7, 1, 2, 3, 4, UINT64_MAX, 70, 70, 70);
	PUT(&have, PERF_RECORD_SAMPLE, 70);
	PUT(&want, PERF_RECORD_SAMPLE, 7);
	put(&have, PERF_RECORD_SAMPLE, NULL, 0);
	put(&want, PERF_RECORD_SAMPLE, NULL, 0);
	put(&have, PERF_RECORD_FORK, NULL, 0);
	put(&want, PERF_RECORD_FORK, NULL, 0);
	/* One that claims more than is there. */
	buffer_put_u64(&have, (uint64_t)24 << 48 | PERF_RECORD_SAMPLE);
	buffer_put_u64(&want, (uint64_t)24 << 48 | PERF_RECORD_SAMPLE);
	buffer_put_u64(&have, 70);
	buffer_put_u64(&want, 70);
	apply_and_compare(FIRST | PERF_SAMPLE_READ, GROUP, &have, &want);
	init(&have, &want);
	PUT(&have, PERF_RECORD_SAMPLE, 70, 70);
	PUT(&want, PERF_RECORD_SAMPLE, 70, 70);
	PUT(&have, PERF_RECORD_FORK, 70);
	PUT(&want, PERF_RECORD_FORK, 70);
	apply_and_compare(LATER, GROUP, &have, &want);
}

/* Of three events the one in the middle is closed: its records are changed until it is removed. */
TEST(events_that_end)
{
	static const uint64_t opened[] = { 70, 75, 80 };
	const struct event_attr attr = { .sample_type = FIRST, .flags = ATTR_SAMPLE_ID_ALL };
	struct id_remap list[3];
	uint8_t *id;
	struct buffer b;

	for (int i = 0; i < 3; i++) {
		list[i] = (struct id_remap){ .opened = opened[i], .id = 7 };
		event_layout_make(&list[i].layout, &attr);
	}
	buffer_init(&b);
	PUT(&b, PERF_RECORD_SAMPLE, 75, 1, 2, 3, 4);
	id = b.data + RECORD_HEADER_SIZE;
	CHECK_EQ_U64(id_remap_remove_ended(list, 3), 3);
	id_remap_end(list, 3, 75);
	id_remap_end(list, 3, 76);
	id_remap_apply(list, 3, b.data, b.size);
	CHECK_EQ_U64(load_u64(id), 7);
	CHECK_EQ_U64(id_remap_remove_ended(list, 3), 2);
	CHECK(list[0].opened == 70 && list[1].opened == 80);
	memcpy(id, &opened[1], sizeof(opened[1]));
	id_remap_apply(list, 2, b.data, b.size);
	CHECK_EQ_U64(load_u64(id), 75);
	buffer_fini(&b);
}
