/* An AUX area, as drivers write it: the control page and the area are made up. */
#include "record/aux/aux_ring.h"

#include "tests/support/random.h"
#include "tests/support/test.h"

#include <errno.h>
#include <stdlib.h>

#define PAGE     4096
#define SIZE     8192
#define HEAD     1056 /* of aux_head in struct perf_event_mmap_page */
#define TAIL     1064
#define BTS_SIZE 24

struct fixture {
	struct aux_ring ring;
	uint8_t page[PAGE];
	uint8_t area[SIZE];
	uint64_t written;
};

static void begin(struct fixture *f, bool overwritten)
{
	memset(f, 0, sizeof(*f));
	f->ring = (struct aux_ring){ .control = f->page, .data = f->area, .size = SIZE, .overwritten = overwritten };
}

static uint64_t *field(struct fixture *f, size_t offset)
{
	return (uint64_t *)(f->page + offset);
}

/* Byte n of the trace; never 0, as no packet of a trace is. */
static uint8_t byte_at(uint64_t n)
{
	return (uint8_t)(n * 7 + n / 251) | 1;
}

/* head: as the driver counts. */
static void write_trace(struct fixture *f, size_t size, bool wraps_head)
{
	for (size_t i = 0; i < size; i++, f->written++)
		f->area[f->written % SIZE] = byte_at(f->written);
	*field(f, HEAD) = wraps_head ? f->written % SIZE : f->written;
}

/* Whether the part is the trace from byte n on. */
static bool is_trace(const struct aux_part *part, uint64_t n)
{
	for (size_t i = 0; i < part->n_first; i++)
		if (part->first[i] != byte_at(n++))
			return false;
	for (size_t i = 0; i < part->n_second; i++)
		if (part->second[i] != byte_at(n++))
			return false;
	return true;
}

TEST(nothing)
{
	struct fixture f;
	struct aux_part part;

	begin(&f, false);
	CHECK_EQ_I64(aux_ring_take(&f.ring, 1, &part), 0);
}

/* Full to the last byte; and its room is given back only when it is released. */
TEST(full)
{
	struct fixture f;
	struct aux_part part;

	begin(&f, false);
	write_trace(&f, SIZE, false);
	CHECK_EQ_I64(aux_ring_take(&f.ring, 1, &part), 1);
	CHECK_EQ_U64(part.n_first, SIZE);
	CHECK_EQ_U64(part.n_second, 0);
	CHECK_EQ_U64(part.offset, 0);
	CHECK(is_trace(&part, 0));
	CHECK_EQ_U64(*field(&f, TAIL), 0);
	aux_ring_release(&f.ring, &part);
	CHECK_EQ_U64(*field(&f, TAIL), SIZE);
	CHECK_EQ_I64(aux_ring_take(&f.ring, 1, &part), 0);
}

TEST(wrapped)
{
	struct fixture f;
	struct aux_part part;

	begin(&f, false);
	write_trace(&f, 5000, false);
	CHECK_EQ_I64(aux_ring_take(&f.ring, 1, &part), 1);
	aux_ring_release(&f.ring, &part);
	write_trace(&f, 5000, false);
	CHECK_EQ_I64(aux_ring_take(&f.ring, 1, &part), 1);
	CHECK_EQ_U64(part.n_first, SIZE - 5000);
	CHECK_EQ_U64(part.n_second, 10000 - SIZE);
	CHECK_EQ_U64(part.offset, 5000);
	CHECK(is_trace(&part, 5000));
}

/* Parts of any size, one after the other, are the trace, whatever was written meanwhile. */
TEST(many_parts)
{
	struct fixture f;
	uint64_t taken = 0;

	begin(&f, false);
	while (f.written < 40 * SIZE) {
		struct aux_part part;
		size_t room = SIZE - (size_t)(f.written - taken);

		write_trace(&f, random_below((uint32_t)room + 1), false);
		if (aux_ring_take(&f.ring, 1, &part) <= 0)
			continue;
		CHECK_EQ_U64(part.offset, taken);
		CHECK(is_trace(&part, taken));
		taken += part.n_first + part.n_second;
		aux_ring_release(&f.ring, &part);
	}
}

/* The hardware leaves the end of the area free where a whole record has no room. */
TEST(records_of_a_size)
{
	struct fixture f;
	struct aux_part part;

	begin(&f, false);
	write_trace(&f, SIZE + 48, false);
	f.ring.tail = 48;
	CHECK_EQ_I64(aux_ring_take(&f.ring, BTS_SIZE, &part), 1);
	CHECK_EQ_U64(part.n_first, (SIZE - 48) / BTS_SIZE * BTS_SIZE);
	CHECK_EQ_U64(part.n_second, 48);
	CHECK_EQ_U64(part.end, SIZE + 48);
}

/* Behind the tail, or further than the area is long: nothing is read, and the next part begins there. */
TEST(impossible_heads)
{
	static const uint64_t heads[] = { 999, 1000 + SIZE + 1, UINT64_MAX, 1ull << 63 };
	struct fixture f;
	struct aux_part part;

	for (size_t i = 0; i < ARRAY_SIZE(heads); i++) {
		begin(&f, false);
		f.ring.tail = 1000;
		*field(&f, HEAD) = heads[i];
		CHECK_EQ_I64(aux_ring_take(&f.ring, 1, &part), -EBADMSG);
		CHECK_EQ_U64(*field(&f, TAIL), heads[i]);
		*field(&f, HEAD) = heads[i] + 10;
		CHECK_EQ_I64(aux_ring_take(&f.ring, 1, &part), 1);
		CHECK_EQ_U64(part.n_first + part.n_second, 10);
	}
}

/* Counts that go round at 64 bits. */
TEST(end_of_counting)
{
	struct fixture f;
	struct aux_part part;

	begin(&f, false);
	f.ring.tail = UINT64_MAX - 99;
	*field(&f, HEAD) = 100;
	CHECK_EQ_I64(aux_ring_take(&f.ring, 1, &part), 1);
	CHECK_EQ_U64(part.n_first, 100);
	CHECK_EQ_U64(part.n_second, 100);
	CHECK_EQ_U64(part.offset, UINT64_MAX - 99);
}

static void check_snapshot(struct fixture *f, size_t most, uint64_t from, size_t size)
{
	struct aux_part part;

	CHECK_EQ_I64(aux_ring_snapshot(&f->ring, 1, most, &part), 1);
	CHECK_EQ_U64(part.n_first + part.n_second, size);
	CHECK(is_trace(&part, from));
	aux_ring_release(&f->ring, &part);
	CHECK_EQ_U64(*field(f, TAIL), 0);
}

/* As long as the area was not filled, a snapshot has what is new. Some drivers count on, others within the area. */
TEST(snapshots)
{
	for (int wraps_head = 0; wraps_head <= 1; wraps_head++) {
		struct fixture f;
		struct aux_part part;

		begin(&f, true);
		CHECK_EQ_I64(aux_ring_snapshot(&f.ring, 1, SIZE, &part), 0);
		write_trace(&f, 1000, wraps_head);
		check_snapshot(&f, SIZE, 0, 1000);
		CHECK_EQ_I64(aux_ring_snapshot(&f.ring, 1, SIZE, &part), 0);
		write_trace(&f, 2000, wraps_head);
		check_snapshot(&f, 500, 2500, 500);
		write_trace(&f, SIZE - 3000 - 10, wraps_head);
		check_snapshot(&f, SIZE, 3000, SIZE - 3010);
		/* Filled: a place alone does not say what is new, so everything that is there. */
		write_trace(&f, 100, wraps_head);
		check_snapshot(&f, SIZE, wraps_head ? 90 : SIZE - 10, wraps_head ? SIZE : 100);
		write_trace(&f, 3 * SIZE + 7, wraps_head);
		check_snapshot(&f, SIZE, 3 * SIZE + 97, SIZE);
		if (wraps_head)
			check_snapshot(&f, 4000, 4 * SIZE + 97 - 4000, 4000);
		else
			CHECK_EQ_I64(aux_ring_snapshot(&f.ring, 1, SIZE, &part), 0);
		/* The end of the area exactly. */
		write_trace(&f, SIZE - 97, wraps_head);
		check_snapshot(&f, SIZE, wraps_head ? 4 * SIZE : 4 * SIZE + 97, wraps_head ? SIZE : SIZE - 97);
	}
}

/* Records begin with the area, whose end has no room for a whole one: 8192 is 341 of them and 8 bytes. */
TEST(snapshots_of_records)
{
	static const struct {
		uint64_t head;
		size_t most, first, n_first, n_second;
	} cases[] = {
		{ 2400, 1000, 1416, 984, 0 },
		{ 2400, 960, 1440, 960, 0 },
		{ 240, 1000, SIZE - 752, 744, 240 },
		{ 240, 244, 0, 240, 0 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct fixture f;
		struct aux_part part;

		begin(&f, true);
		write_trace(&f, SIZE, true);
		*field(&f, HEAD) = cases[i].head;
		CHECK_EQ_I64(aux_ring_snapshot(&f.ring, BTS_SIZE, cases[i].most, &part), 1);
		CHECK_EQ_U64((size_t)(part.first - f.area), cases[i].first);
		CHECK_EQ_U64(part.n_first, cases[i].n_first);
		CHECK_EQ_U64(part.n_second, cases[i].n_second);
		CHECK_EQ_I64(aux_ring_snapshot(&f.ring, BTS_SIZE, 1, &part), 0);
	}
}

/* A count within the area that is lower than before says that it was filled, whatever the end of it holds. */
TEST(snapshot_of_a_lower_head)
{
	struct fixture f;
	struct aux_part part;

	begin(&f, true);
	write_trace(&f, 5000, true);
	CHECK_EQ_I64(aux_ring_snapshot(&f.ring, 1, SIZE, &part), 1);
	aux_ring_release(&f.ring, &part);
	*field(&f, HEAD) = 100;
	CHECK_EQ_I64(aux_ring_snapshot(&f.ring, 1, SIZE, &part), 1);
	CHECK_EQ_U64(part.n_first + part.n_second, SIZE);
	CHECK_EQ_U64(part.offset, 100);
}

/* Any head: all that is read is in the area. */
TEST(snapshots_of_any_head)
{
	struct fixture f;
	struct aux_part part;

	begin(&f, true);
	for (int i = 0; i < 2000; i++) {
		*field(&f, HEAD) = random_next(&random_state) >> random_below(64);
		if (!aux_ring_snapshot(&f.ring, 1, 1 + random_below(SIZE), &part))
			continue;
		CHECK(part.first >= f.area && part.first + part.n_first <= f.area + SIZE);
		CHECK(part.second + part.n_second <= f.area + SIZE);
		aux_ring_release(&f.ring, &part);
	}
}
