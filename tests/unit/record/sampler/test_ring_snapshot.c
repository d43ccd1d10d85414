/* Rings written backward, as perf_output_begin_backward in kernel/events/ring_buffer.c writes them. */
#include "record/sampler/ring_snapshot.h"

#include "formats/record/abi.h"
#include "tests/support/random.h"
#include "tests/support/test.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#define SIZE      4096
#define HEAD      1024 /* of data_head in struct perf_event_mmap_page */
#define SIZES_MAX 32   /* of a record, in words of 8 bytes */

struct fixture {
	struct ring ring;
	uint8_t *data;
	uint64_t head;
	uint32_t n; /* records written, which are numbered from 0 on */
	struct buffer copy, out;
	uint32_t n_before_pause, n_after_pause; /* records that the kernel writes while the ring is read */
	bool is_paused;
};

static void fixture_init(struct fixture *f)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);

	memset(f, 0, sizeof(*f));
	f->ring = (struct ring){ .base = calloc(1, page + SIZE), .size = SIZE };
	CHECK(f->ring.base);
	f->data = (uint8_t *)f->ring.base + page;
	buffer_init(&f->copy);
	buffer_init(&f->out);
}

static void fixture_fini(struct fixture *f)
{
	free(f->ring.base);
	buffer_fini(&f->copy);
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
	const struct {
		uint32_t type;
		uint16_t misc, size;
		uint32_t words[2];
	} begin = { PERF_RECORD_SAMPLE, 0, (uint16_t)size, { f->n, 0 } };

	memset(record, (int)f->n, sizeof(record));
	memcpy(record, &begin, sizeof(begin));
	f->head -= size;
	for (size_t i = 0; i < size; i++)
		f->data[(f->head + i) % SIZE] = record[i];
	memcpy((uint8_t *)f->ring.base + HEAD, &f->head, sizeof(f->head));
	f->n++;
}

static int pause_ring(const void *context, bool paused)
{
	struct fixture *f = (struct fixture *)(uintptr_t)context;
	uint32_t n = paused ? f->n_before_pause : f->n_after_pause;

	CHECK(f->is_paused != paused);
	f->is_paused = paused;
	while (n--)
		put(f);
	return 0;
}

/* The records from number `first` on, as many as there should be, whole and in their order. */
static void check_snapshot(struct fixture *f, uint32_t first)
{
	const struct ring_pauser pauser = { pause_ring, f };
	int64_t size;
	size_t at = 0;

	buffer_clear(&f->out);
	buffer_append(&f->out, "before", 6);
	size = ring_snapshot(&f->ring, &pauser, &f->copy, &f->out);
	CHECK_EQ_I64((int64_t)f->out.size, size + 6);
	CHECK(!memcmp(f->out.data, "before", 6));
	for (uint32_t i = first; i < f->n - f->n_after_pause; i++) {
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

/* What is written while the ring is copied is in the snapshot; what it has taken the place of is not. */
TEST(written_while_copied)
{
	for (uint32_t n = 0; n < 200; n++) {
		struct fixture f;
		uint32_t since = 0;

		fixture_init(&f);
		f.n_before_pause = n;
		for (int i = 0; i < 5; i++) {
			uint32_t first;

			for (uint32_t more = random_below(60); more; more--)
				put(&f);
			/* As of what has been written by the time of the pause. */
			f.n += n;
			first = oldest_whole(&f, since);
			f.n -= n;
			check_snapshot(&f, first);
			since = f.n;
		}
		CHECK(!f.is_paused);
		fixture_fini(&f);
	}
}

/* A writer that was there at the pause ends after it: its record is for the next time, what it was over is not taken.
 */
TEST(written_after_the_pause)
{
	struct fixture f;
	uint32_t since;

	fixture_init(&f);
	while (f.n < 300)
		put(&f);
	f.n_after_pause = 3;
	f.n += 3;
	since = oldest_whole(&f, 0);
	f.n -= 3;
	check_snapshot(&f, since);
	CHECK_EQ_U64(f.n, 303);
	f.n_after_pause = 0;
	check_snapshot(&f, 300);
	fixture_fini(&f);
}

static int refuse(const void *context, bool paused)
{
	(void)context;
	(void)paused;
	return -EPERM;
}

TEST(not_to_be_paused)
{
	const struct ring_pauser pauser = { refuse, NULL };
	struct fixture f;

	fixture_init(&f);
	put(&f);
	CHECK_EQ_I64(ring_snapshot(&f.ring, &pauser, &f.copy, &f.out), -EPERM);
	CHECK_EQ_U64(f.out.size, 0);
	check_snapshot(&f, 0);
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
