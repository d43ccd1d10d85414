#include "report/rows/mem_data.h"
#include "tests/support/test.h"

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
