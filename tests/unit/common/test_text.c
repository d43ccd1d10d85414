#include "common/text.h"
#include "tests/support/test.h"

#include <inttypes.h>
#include <stdio.h>

static void check_number(uint64_t v)
{
	char have[256], want[256];
	int32_t number = (int32_t)v;

	for (unsigned width = 0; width < 24; width += 5) {
		*text_u64(have, v, width, ' ') = 0;
		snprintf(want, sizeof(want), "%*" PRIu64, (int)width, v);
		CHECK_STR(have, want);
		*text_u64(have, v, width, '0') = 0;
		snprintf(want, sizeof(want), "%0*" PRIu64, (int)width, v);
		CHECK_STR(have, width ? want : have);
		*text_hex(have, v, width) = 0;
		snprintf(want, sizeof(want), "%*" PRIx64, (int)width, v);
		CHECK_STR(have, want);
		*text_i32(have, number, width) = 0;
		snprintf(want, sizeof(want), "%*d", (int)width, number);
		CHECK_STR(have, want);
	}
}

TEST(numbers)
{
	check_number(0);
	for (unsigned bit = 0; bit < 64; bit++) {
		check_number(1ull << bit);
		check_number((1ull << bit) - 1);
	}
	for (uint64_t power = 1, i = 0; i < 20; i++, power *= 10) {
		check_number(power);
		check_number(power - 1);
		check_number(-power);
	}
}

static void check_percent(uint64_t part, uint64_t whole)
{
	double percent = 100.0 * (double)part / (double)whole;
	char have[TEXT_PERCENT], want[TEXT_PERCENT];

	*text_percent(have, percent) = 0;
	snprintf(want, sizeof(want), "%.2f%%", percent);
	CHECK_STR(have, want);
}

/* The halves among them: printf rounds what the double is, which is a little more or less, or exactly between. */
TEST(percentages)
{
	for (uint64_t whole = 1; whole < 400; whole += 3)
		for (uint64_t part = 0; part <= whole; part++)
			check_percent(part, whole);
	for (uint64_t part = 0; part < 20001; part++)
		check_percent(part, 20000);
	check_percent(1, 3200);
	check_percent(UINT64_MAX, UINT64_MAX);
	check_percent(UINT64_MAX, 1);
	check_percent(99999999, 100);
}

TEST(appending)
{
	struct buffer b;

	buffer_init(&b);
	text_put(&b, "a");
	text_put_hex(&b, 0xbeef, 6);
	text_put_u64(&b, 12, 4);
	text_printf(&b, "%s-%d", "x", 7);
	text_printf(&b, "%s", "");
	buffer_put_u8(&b, 0);
	CHECK_STR((const char *)b.data, "a  beef  12x-7");
	buffer_fini(&b);
}

/* Of a message the arguments have no lines. */
TEST(text_of_a_message)
{
	struct buffer b;

	buffer_init(&b);
	text_printf(&b, "%s\n", "a\nb");
	text_message(&b, "%s:\n%s", "c\nd", "e");
	buffer_append(&b, "", 1);
	CHECK_STR((const char *)b.data, "a\nb\nc d:\ne");
	buffer_fini(&b);
}
