/* What a ring's control page says, as the kernel writes it there. */
#include "record/sampler/ring.h"
#include "tests/support/event_page.h"
#include "tests/support/test.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static struct event_page page;
static const struct ring ring = { .base = &page };

static void begin(void)
{
	memset(&page, 0, sizeof(page));
	page.lock = 6;
	page.time_shift = 31;
	page.time_mult = 0xabcdef01;
	page.time_zero = 1234567;
	page.time_cycles = 99;
	page.time_mask = 0xffff;
}

TEST(time_of_the_counter)
{
	struct time_conv conv;

	begin();
	page.capabilities |= EVENT_PAGE_USER_TIME_ZERO;
	CHECK(ring_time_conv(&ring, &conv));
	CHECK_EQ_U64(conv.shift, 31);
	CHECK_EQ_U64(conv.mult, 0xabcdef01);
	CHECK_EQ_U64(conv.zero, 1234567);
	CHECK(!conv.is_short);
	CHECK_EQ_U64(conv.mask, 0);
	page.capabilities |= EVENT_PAGE_USER_TIME_SHORT;
	CHECK(ring_time_conv(&ring, &conv));
	CHECK(conv.is_short);
	CHECK_EQ_U64(conv.cycles, 99);
	CHECK_EQ_U64(conv.mask, 0xffff);
}

/* The kernel has not said it, or never ends saying it. */
TEST(no_time_of_the_counter)
{
	struct time_conv conv;

	begin();
	CHECK(!ring_time_conv(&ring, &conv));
	page.capabilities |= EVENT_PAGE_USER_TIME;
	CHECK(!ring_time_conv(&ring, &conv));
	page.capabilities |= EVENT_PAGE_USER_TIME_ZERO;
	page.lock = 7;
	CHECK(!ring_time_conv(&ring, &conv));
	page.lock = 8;
	page.time_mult = 0;
	CHECK(!ring_time_conv(&ring, &conv));
}

#define RING_BYTES 16384u
#define N_RECORDS  1000000u

/* A ring in plain memory, written as the kernel writes: what lies over its end begins anew at its start. */
struct written {
	struct ring ring;
	uint64_t head;
};

static void written_init(struct written *w)
{
	const size_t page_size = (size_t)sysconf(_SC_PAGESIZE);

	w->ring = (struct ring){ .size = RING_BYTES };
	w->ring.base = mmap(NULL, page_size + RING_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	CHECK(w->ring.base != MAP_FAILED);
	w->head = 0;
}

/* Each byte of a record follows from its number. */
static uint16_t size_of(uint32_t number)
{
	return (uint16_t)(8 + 8 * (number * 2654435761u >> 27));
}

static bool write_record(struct written *w, uint32_t number)
{
	uint8_t *data = (uint8_t *)(uintptr_t)ring_data(&w->ring);
	const uint16_t size = size_of(number);
	uint8_t record[256 + 8];

	if (w->head + size - w->ring.tail > RING_BYTES)
		return false;
	for (uint16_t i = 0; i < size; i++)
		record[i] = (uint8_t)(number + i);
	memcpy(record, &(uint32_t){ 9 }, 4);
	memcpy(record + 6, &size, 2);
	for (uint16_t i = 0; i < size; i++)
		data[(w->head + i) & (RING_BYTES - 1)] = record[i];
	w->head += size;
	return true;
}

static void check_record(const uint8_t *data, uint16_t size, uint32_t number)
{
	CHECK_EQ_U64(size, size_of(number));
	CHECK_EQ_U64(load_u32(data), 9);
	for (uint16_t i = 8; i < size; i++)
		if (data[i] != (uint8_t)(number + i))
			test_fail(__FILE__, __LINE__, "record %u, byte %u", number, i);
}

/* A million records of all sizes from 8 to 256 bytes, read in place: at each place at which one can lie over the end.
 */
TEST(records_in_place_over_the_end)
{
	uint8_t *bounce = malloc(RING_RECORD_MAX);
	bool over[32] = { false };
	uint32_t written = 0, read = 0, n_over = 0;
	struct written w;

	written_init(&w);
	while (read < N_RECORDS) {
		while (written < N_RECORDS && write_record(&w, written))
			written++;
		while (w.ring.tail != w.head) {
			uint16_t size;
			const uint8_t *data = ring_record(&w.ring, ring_data(&w.ring), w.head, bounce, &size);

			CHECK(data);
			check_record(data, size, read++);
			if (data == bounce) {
				over[(RING_BYTES - (w.ring.tail & (RING_BYTES - 1))) / 8] = true;
				n_over++;
			}
			w.ring.tail += size;
		}
		ring_give_back(&w.ring);
	}
	CHECK(n_over > 5000);
	for (size_t i = 1; i < 32; i++)
		CHECK(over[i]);
	munmap(w.ring.base, (size_t)sysconf(_SC_PAGESIZE) + RING_BYTES);
	free(bounce);
}

/* No record is taken that is not all there. */
TEST(no_whole_record)
{
	uint8_t *bounce = malloc(RING_RECORD_MAX), *data;
	uint16_t size = 0;
	struct written w;

	written_init(&w);
	CHECK(!ring_record(&w.ring, ring_data(&w.ring), 0, bounce, &size));
	CHECK(write_record(&w, 5));
	CHECK(!ring_record(&w.ring, ring_data(&w.ring), w.head - 8, bounce, &size));
	CHECK(ring_record(&w.ring, ring_data(&w.ring), w.head, bounce, &size));
	data = (uint8_t *)(uintptr_t)ring_data(&w.ring);
	memcpy(data + 6, &(uint16_t){ 7 }, 2);
	CHECK(!ring_record(&w.ring, ring_data(&w.ring), w.head, bounce, &size));
	munmap(w.ring.base, (size_t)sysconf(_SC_PAGESIZE) + RING_BYTES);
	free(bounce);
}
