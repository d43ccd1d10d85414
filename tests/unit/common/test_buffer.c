#include "common/buffer.h"
#include "tests/support/test.h"

TEST(puts_machine_order)
{
	struct buffer b;

	buffer_init(&b);
	buffer_put_u8(&b, 1);
	buffer_put_u16(&b, 0x0203);
	buffer_put_u32(&b, 0x04050607);
	buffer_put_u64(&b, 0x08090a0b0c0d0e0full);
	CHECK(buffer_ok(&b));
	CHECK_EQ_U64(b.size, 15);
	CHECK_EQ_U64(load_u16(b.data + 1), 0x0203);
	CHECK_EQ_U64(load_u32(b.data + 3), 0x04050607);
	CHECK_EQ_U64(load_u64(b.data + 7), 0x08090a0b0c0d0e0full);
	buffer_fini(&b);
}

TEST(puts_other_order)
{
	struct buffer b;

	buffer_init(&b);
	b.swap = true;
	buffer_put_u16(&b, 0x0203);
	buffer_put_u32(&b, 0x04050607);
	buffer_put_u64(&b, 0x08090a0b0c0d0e0full);
	buffer_set_u16(&b, 0, 0x1213);
	CHECK_EQ_U64(load_u16_order(b.data, true), 0x1213);
	CHECK_EQ_U64(load_u32_order(b.data + 2, true), 0x04050607);
	CHECK_EQ_U64(load_u64_order(b.data + 6, true), 0x08090a0b0c0d0e0full);
	buffer_fini(&b);
}

TEST(grows_and_keeps)
{
	struct buffer b;

	buffer_init(&b);
	for (uint32_t i = 0; i < 100000; i++)
		buffer_put_u32(&b, i);
	CHECK(buffer_ok(&b));
	CHECK_EQ_U64(b.size, 400000);
	for (uint32_t i = 0; i < 100000; i++)
		CHECK_EQ_U64(load_u32(b.data + 4 * i), i);
	buffer_fini(&b);
}

TEST(appends_zeroes_and_pads)
{
	struct buffer b;
	static const uint8_t zeroes[8];

	buffer_init(&b);
	buffer_put_u8(&b, 0xff);
	buffer_pad(&b, 8);
	CHECK_EQ_U64(b.size, 8);
	CHECK_BYTES(b.data + 1, zeroes, 7);
	buffer_pad(&b, 8);
	CHECK_EQ_U64(b.size, 8);
	CHECK(buffer_append(&b, NULL, 5));
	CHECK_BYTES(b.data + 8, zeroes, 5);
	CHECK_EQ_U64(b.size, 13);
	buffer_fini(&b);
}

TEST(strings_and_overwriting)
{
	struct buffer b;

	buffer_init(&b);
	buffer_put_string(&b, "abc");
	buffer_put_u32(&b, 0);
	buffer_put_u64(&b, 0);
	buffer_set_u32(&b, 4, 7);
	buffer_set_u64(&b, 8, 9);
	CHECK_STR((const char *)b.data, "abc");
	CHECK_EQ_U64(load_u32(b.data + 4), 7);
	CHECK_EQ_U64(load_u64(b.data + 8), 9);
	buffer_clear(&b);
	CHECK_EQ_U64(b.size, 0);
	CHECK(b.capacity > 0);
	buffer_fini(&b);
	CHECK(!b.data);
}

TEST(reserve_leaves_size_alone)
{
	struct buffer b;

	buffer_init(&b);
	CHECK(buffer_reserve(&b, 1000));
	CHECK(b.capacity >= 1000);
	CHECK_EQ_U64(b.size, 0);
	buffer_fini(&b);
}

/* A size nobody can have: failure is sticky, nothing is written. */
TEST(fails_for_good)
{
	struct buffer b;

	buffer_init(&b);
	buffer_put_u8(&b, 1);
	CHECK(!buffer_reserve(&b, SIZE_MAX));
	CHECK(!buffer_ok(&b));
	buffer_put_u8(&b, 2);
	buffer_set_u16(&b, 0, 3);
	CHECK_EQ_U64(b.size, 1);
	CHECK_EQ_U64(b.data[0], 1);
	buffer_fini(&b);
}
