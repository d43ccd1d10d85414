/* What a ring's control page says, as the kernel writes it there. */
#include "record/sampler/ring.h"
#include "tests/support/test.h"

/* As struct perf_event_mmap_page has it. */
static struct {
	uint32_t version, compat_version;
	uint32_t lock;
	uint32_t index;
	uint64_t offset, time_enabled, time_running;
	uint64_t capabilities;
	uint16_t pmc_width, time_shift;
	uint32_t time_mult;
	uint64_t time_offset, time_zero;
	uint32_t size, reserved;
	uint64_t time_cycles, time_mask;
} page;
static const struct ring ring = { .base = &page };

#define USER_TIME       (1u << 3)
#define USER_TIME_ZERO  (1u << 4)
#define USER_TIME_SHORT (1u << 5)

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
	page.capabilities |= USER_TIME_ZERO;
	CHECK(ring_time_conv(&ring, &conv));
	CHECK_EQ_U64(conv.shift, 31);
	CHECK_EQ_U64(conv.mult, 0xabcdef01);
	CHECK_EQ_U64(conv.zero, 1234567);
	CHECK(!conv.is_short);
	CHECK_EQ_U64(conv.mask, 0);
	page.capabilities |= USER_TIME_SHORT;
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
	page.capabilities |= USER_TIME;
	CHECK(!ring_time_conv(&ring, &conv));
	page.capabilities |= USER_TIME_ZERO;
	page.lock = 7;
	CHECK(!ring_time_conv(&ring, &conv));
	page.lock = 8;
	page.time_mult = 0;
	CHECK(!ring_time_conv(&ring, &conv));
}
