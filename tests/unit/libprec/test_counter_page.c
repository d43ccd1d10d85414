#include "libprec/counter_page.h"

#include "tests/support/event_page.h"
#include "tests/support/test.h"

static struct event_page page;
static uint64_t pmc_value;
static uint32_t pmc_number, pmc_changes;

/* The kernel moves the event to another counter while the count is read. */
static uint64_t pmc(uint32_t number)
{
	pmc_number = number;
	if (pmc_changes) {
		pmc_changes--;
		page.lock += 2;
		page.index++;
		page.offset += 1000;
	}
	return pmc_value;
}

static void begin(uint64_t value, uint16_t width)
{
	memset(&page, 0, sizeof(page));
	page.lock = 8;
	page.index = 3;
	page.offset = 5000;
	page.capabilities = EVENT_PAGE_BIT0_IS_DEPRECATED | EVENT_PAGE_USER_RDPMC;
	page.pmc_width = width;
	pmc_value = value;
	pmc_changes = 0;
}

static uint64_t count(void)
{
	uint64_t have = 0;

	CHECK(counter_page_read_by(&page, pmc, &have));
	return have;
}

TEST(offset_and_counter)
{
	begin(7, 48);
	CHECK_EQ_U64(count(), 5007);
	CHECK_EQ_U64(pmc_number, 2);
	begin(7, 64);
	CHECK_EQ_U64(count(), 5007);
}

/* The kernel lets a counter begin below zero, so that it overflows after a period. */
TEST(counter_is_signed)
{
	begin((1ull << 48) - 3, 48);
	CHECK_EQ_U64(count(), 4997);
	begin(1ull << 47, 48);
	CHECK_EQ_U64(count(), 5000 - (1ull << 47));
	begin(UINT64_MAX - 2, 64);
	CHECK_EQ_U64(count(), 4997);
	/* What is beyond its width means nothing. */
	begin(0xffffull << 48 | 9, 48);
	CHECK_EQ_U64(count(), 5009);
}

TEST(page_that_changes_is_read_again)
{
	begin(7, 48);
	pmc_changes = 3;
	CHECK_EQ_U64(count(), 8007);
	CHECK_EQ_U64(pmc_number, 5);
}

static void check_unreadable(void)
{
	uint64_t have;

	CHECK(!counter_page_read_by(&page, pmc, &have));
}

TEST(not_to_be_read_in_user_space)
{
	begin(7, 48);
	page.index = 0; /* not on the PMU */
	check_unreadable();
	begin(7, 48);
	page.capabilities = EVENT_PAGE_BIT0_IS_DEPRECATED;
	check_unreadable();
	/* Of Linux 3.4 to 3.11, whose bits mean something else. */
	begin(7, 48);
	page.capabilities = BITFIELD_BIT(0) | EVENT_PAGE_USER_RDPMC;
	check_unreadable();
}
