#include "common/cursor.h"
#include "tests/support/test.h"

static const uint8_t bytes[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 };

TEST(reads_machine_order)
{
	struct cursor c = cursor_make(bytes, sizeof(bytes), false);

	CHECK_EQ_U64(cursor_u8(&c), 1);
	CHECK_EQ_U64(cursor_u16(&c), load_u16(bytes + 1));
	CHECK_EQ_U64(cursor_u32(&c), load_u32(bytes + 3));
	CHECK_EQ_U64(cursor_u64(&c), load_u64(bytes + 7));
	CHECK_EQ_U64(cursor_left(&c), 0);
	CHECK_EQ_U64(cursor_offset(&c), sizeof(bytes));
	CHECK(cursor_ok(&c));
}

TEST(reads_other_order)
{
	struct cursor c = cursor_make(bytes, sizeof(bytes), true);

	CHECK_EQ_U64(cursor_u8(&c), 1);
	CHECK_EQ_U64(cursor_u16(&c), __builtin_bswap16(load_u16(bytes + 1)));
	CHECK_EQ_U64(cursor_u32(&c), __builtin_bswap32(load_u32(bytes + 3)));
	CHECK_EQ_U64(cursor_u64(&c), __builtin_bswap64(load_u64(bytes + 7)));
	CHECK(cursor_ok(&c));
}

/* Every width, with every number of bytes too few: zero, nothing moved, and failed for good. */
TEST(fails_short_and_sticky)
{
	for (size_t size = 0; size < 8; size++) {
		struct cursor c = cursor_make(bytes, size, false);

		CHECK_EQ_U64(cursor_u64(&c), 0);
		CHECK(!cursor_ok(&c));
		CHECK_EQ_U64(cursor_offset(&c), 0);
		CHECK_EQ_U64(cursor_u8(&c), 0);
		CHECK_EQ_U64(cursor_left(&c), size);
	}
	for (size_t size = 0; size < 4; size++) {
		struct cursor c = cursor_make(bytes, size, false);

		CHECK_EQ_U64(cursor_u32(&c), 0);
		CHECK(!cursor_ok(&c));
	}
	for (size_t size = 0; size < 2; size++) {
		struct cursor c = cursor_make(bytes, size, false);

		CHECK_EQ_U64(cursor_u16(&c), 0);
		CHECK(!cursor_ok(&c));
	}
}

TEST(refuses_sizes_that_wrap)
{
	struct cursor c = cursor_make(bytes, sizeof(bytes), false);

	CHECK(cursor_skip(&c, 3));
	CHECK(!cursor_bytes(&c, UINT64_MAX));
	CHECK(!cursor_ok(&c));
	c = cursor_make(bytes, sizeof(bytes), false);
	CHECK(!cursor_bytes(&c, UINT64_MAX - sizeof(bytes) + 1));
	CHECK(!cursor_ok(&c));
}

TEST(takes_an_empty_range)
{
	struct cursor c = cursor_make(NULL, 0, false);

	CHECK_EQ_U64(cursor_left(&c), 0);
	CHECK(cursor_ok(&c));
	CHECK(!cursor_string(&c));
	CHECK(!cursor_ok(&c));
}

TEST(strings)
{
	static const char text[] = "one\0\0two";
	struct cursor c = cursor_make(text, sizeof(text), false);

	CHECK_STR(cursor_string(&c), "one");
	CHECK_STR(cursor_string(&c), "");
	CHECK_STR(cursor_string(&c), "two");
	CHECK_EQ_U64(cursor_left(&c), 0);
	CHECK(cursor_ok(&c));
}

TEST(string_without_nul)
{
	static const char text[] = "one";
	struct cursor c = cursor_make(text, 3, false);

	CHECK(!cursor_string(&c));
	CHECK(!cursor_ok(&c));
	CHECK_EQ_U64(cursor_offset(&c), 0);
}

TEST(sub_cursor)
{
	struct cursor c = cursor_make(bytes, sizeof(bytes), true);
	struct cursor sub = cursor_sub(&c, 4);

	CHECK_EQ_U64(cursor_left(&sub), 4);
	CHECK_EQ_U64(cursor_offset(&c), 4);
	CHECK_EQ_U64(cursor_u32(&sub), __builtin_bswap32(load_u32(bytes)));
	CHECK_EQ_U64(cursor_u8(&sub), 0);
	CHECK(!cursor_ok(&sub));
	CHECK(cursor_ok(&c));
	sub = cursor_sub(&c, sizeof(bytes));
	CHECK(!cursor_ok(&sub));
	CHECK_EQ_U64(cursor_left(&sub), 0);
	CHECK(!cursor_ok(&c));
}
