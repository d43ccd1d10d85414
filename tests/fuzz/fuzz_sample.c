/*
 * A sample of any event through the decoder of all fields. The input is sample_type, flags, read_format,
 * branch_sample_type, the masks of user and interrupt registers (u64 each), a byte whose lowest bit is the order, then
 * what stands after the record's header.
 */
#include "formats/record/record.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/fuzz_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct cursor c = cursor_make(data, size, false);
	struct event_attr attr = { .size = ATTR_SIZE_VER8 };
	struct record r;
	struct buffer b;
	uint64_t sum;

	attr.sample_type = cursor_u64(&c);
	attr.flags = cursor_u64(&c);
	attr.read_format = cursor_u64(&c);
	attr.branch_sample_type = cursor_u64(&c);
	attr.sample_regs_user = cursor_u64(&c);
	attr.sample_regs_intr = cursor_u64(&c);
	buffer_init(&b);
	b.swap = cursor_u8(&c) & 1;
	if (!cursor_ok(&c) || cursor_left(&c) > UINT16_MAX - RECORD_HEADER_SIZE)
		return 0;
	buffer_put_u32(&b, PERF_RECORD_SAMPLE);
	buffer_put_u16(&b, RECORD_MISC_USER);
	buffer_put_u16(&b, (uint16_t)(RECORD_HEADER_SIZE + cursor_left(&c)));
	buffer_append(&b, c.pos, cursor_left(&c));
	FUZZ_CHECK(buffer_ok(&b) && !record_at(&r, b.data, b.size, 0, b.swap, NULL));
	sum = fuzz_read_sample(&r, &attr);
	FUZZ_KEEP(sum);
	buffer_fini(&b);
	return 0;
}
