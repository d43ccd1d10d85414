/* Rings written backward, as perf_output_begin_backward in kernel/events/ring_buffer.c writes them. */
#include "record/sampler/ring_snapshot.h"

#include "formats/record/abi.h"

#include <stdlib.h>
#include <unistd.h>

#include "tests/support/random.h"
#include "tests/support/test.h"

#define SIZE      4096
#define HEAD      1024 /* of data_head in struct perf_event_mmap_page */
#define SIZES_MAX 32   /* of a record, in words of 8 bytes */

struct fixture {
	struct ring ring;
	uint8_t *data;
	uint64_t head;
	uint32_t n; /* records written, which are numbered from 0 on */
	struct buffer out;
};

static void fixture_init(struct fixture *f)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);

	memset(f, 0, sizeof(*f));
	f->ring = (struct ring){ .base = calloc(1, page + SIZE), .size = SIZE };
	CHECK(f->ring.base);
	f->data = (uint8_t *)f->ring.base + page;
	buffer_init(&f->out);
}

static void fixture_fini(struct fixture *f)
{
	free(f->ring.base);
	buffer_fini(&f->out);
}

static size_t size_of(uint32_t number)
{
	return 16 + 8 * (number * 7 % SIZES_MAX);
}

/* A record is its header, its number, and that number's low byte. */
static void put(struct fixture *f)
{
	size_t size = size_of(f->n);
	uint8_t record[16 + 8 * SIZES_MAX];
	const uint32_t words[] = { PERF_RECORD_SAMPLE, (uint32_t)size << 16, f->n, 0 };

	memset(record, (int)f->n, sizeof(record));
	memcpy(record, words, sizeof(words));
	f->head -= size;
	for (size_t i = 0; i < size; i++)
		f->data[(f->head + i) % SIZE] = record[i];
	memcpy((uint8_t *)f->ring.base + HEAD, &f->head, sizeof(f->head));
	f->n++;
}

/* The records from number `first` on, as many as there should be, whole and in their order. */
static void check_snapshot(struct fixture *f, uint32_t first)
{
	int64_t size;
	size_t at = 0;

	buffer_clear(&f->out);
	buffer_append(&f->out, "before", 6);
	size = ring_snapshot(&f->ring, &f->out);
	CHECK_EQ_I64((int64_t)f->out.size, size + 6);
	CHECK(!memcmp(f->out.data, "before", 6));
	for (uint32_t i = first; i < f->n; i++) {
		const uint8_t *record = f->out.data + 6 + at;

		CHECK(at + size_of(i) <= (size_t)size);
		CHECK_EQ_U64(load_u16(record + 6), size_of(i));
		CHECK_EQ_U64(load_u32(record + 8), i);
		if (size_of(i) > 16)
			CHECK_EQ_U64(record[size_of(i) - 1], (uint8_t)i);
		at += size_of(i);
	}
	CHECK_EQ_U64(at, size);
}

/* The oldest record that has not been written over in any part. */
static uint32_t oldest_whole(const struct fixture *f, uint32_t since)
{
	uint32_t first = f->n;
	size_t room = SIZE;

	while (first > since && size_of(first - 1) <= room)
		room -= size_of(--first);
	return first;
}

TEST(nothing_yet)
{
	struct fixture f;

	fixture_init(&f);
	check_snapshot(&f, 0);
	put(&f);
	check_snapshot(&f, 0);
	check_snapshot(&f, 1);
	fixture_fini(&f);
}

/* However much was written: less than the ring has, just as much, or many times that. */
TEST(every_place_of_the_head)
{
	for (uint32_t n = 1; n < 600; n++) {
		struct fixture f;

		fixture_init(&f);
		while (f.n < n)
			put(&f);
		check_snapshot(&f, oldest_whole(&f, 0));
		fixture_fini(&f);
	}
}

/* One snapshot after the other has each record once. */
TEST(only_what_is_new)
{
	struct fixture f;

	fixture_init(&f);
	for (int i = 0; i < 500; i++) {
		uint32_t since = f.n;

		for (uint32_t more = random_below(60); more; more--)
			put(&f);
		check_snapshot(&f, oldest_whole(&f, since));
	}
	fixture_fini(&f);
}

/* Zeroes, where no record was: the kernel may leave them when it had no room. */
TEST(damaged)
{
	struct fixture f;

	fixture_init(&f);
	put(&f);
	put(&f);
	memset(f.data + SIZE - size_of(0) + 6, 0, 2);
	check_snapshot(&f, 1);
	put(&f);
	memset(f.data + (f.head + 6) % SIZE, 0xff, 2);
	check_snapshot(&f, f.n);
	fixture_fini(&f);
}
