#include "report/mem_data.h"
#include "report/text.h"
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

static void check_mem(uint64_t value, const char *want)
{
	struct buffer b;

	buffer_init(&b);
	mem_data_put(&b, value);
	buffer_put_u8(&b, 0);
	CHECK_STR((const char *)b.data, want);
	buffer_fini(&b);
}

/* Fields from the lowest bit: op 5, level 14, snoop 5, lock 2, tlb 7, level number 4, remote 1, snoopx 2, blk 3,
 * hops 3. */
TEST(memory_accesses)
{
	check_mem(0, "|OP No|LVL N/A|SNP N/A|TLB N/A|LCK No|BLK  N/A");
	check_mem(2 | 0xaull << 5 | 2 << 19 | 2 << 24 | 0x1aull << 26,
		  "|OP LOAD|LVL L1 hit|SNP None|TLB L1 or L2 hit|LCK Yes|BLK  N/A");
	check_mem(4 | 4ull << 5 | 16 << 19 | 1 << 24 | 4ull << 26 | 13ull << 33 | 1ull << 37 | 1ull << 38 | 6ull << 40,
		  "|OP STORE|LVL Remote RAM miss|SNP HitM or Fwd|TLB N/A miss|LCK N/A|BLK  Data Addr");
	check_mem(8 | 2ull << 5 | 3ull << 33 | 2ull << 43 | 1ull << 40,
		  "|OP PFETCH|LVL node, same socket L3 hit|SNP N/A|TLB N/A|LCK No|BLK  N/A");
}
