#include "common/memory.h"
#include "tests/support/test.h"

TEST(pieces_are_aligned_and_apart)
{
	enum { N = 5000 };
	static uint8_t *pieces[N];
	struct arena a;

	arena_init(&a);
	for (int i = 0; i < N; i++) {
		pieces[i] = arena_alloc(&a, i % 37 + 1);
		CHECK(pieces[i]);
		CHECK_EQ_U64((uintptr_t)pieces[i] % 8, 0);
		memset(pieces[i], i & 0xff, i % 37 + 1);
	}
	for (int i = 0; i < N; i++)
		for (int j = 0; j < i % 37 + 1; j++)
			CHECK_EQ_U64(pieces[i][j], i & 0xff);
	arena_fini(&a);
	CHECK_EQ_U64(a.total, 0);
}

TEST(a_piece_larger_than_any_chunk)
{
	struct arena a;
	uint8_t *p;

	arena_init(&a);
	p = arena_alloc(&a, 5 << 20);
	CHECK(p);
	memset(p, 1, 5 << 20);
	CHECK(a.total >= 5 << 20);
	CHECK(arena_alloc(&a, 8));
	arena_fini(&a);
}

TEST(refuses_sizes_that_wrap)
{
	struct arena a;

	arena_init(&a);
	CHECK(!arena_alloc(&a, SIZE_MAX));
	CHECK(!arena_alloc(&a, SIZE_MAX - 6));
	CHECK(arena_alloc(&a, 16));
	arena_fini(&a);
}

TEST(copies_strings)
{
	struct arena a;

	arena_init(&a);
	CHECK_STR(arena_strndup(&a, "abcdef", 3), "abc");
	CHECK_STR(arena_strndup(&a, "", 0), "");
	arena_fini(&a);
}

/* Memory taken stays within twice what was asked for, once there is something. */
TEST(wastes_little)
{
	struct arena a;

	arena_init(&a);
	for (int i = 0; i < 100000; i++)
		CHECK(arena_alloc(&a, 24));
	CHECK(a.total < 2 * 2400000);
	arena_fini(&a);
}
