/* bisect: every place in lists of every small length, beside a walk from the first number on. */
#include "common/sorting.h"
#include "tests/support/test.h"

#define MOST 20u

static uint32_t walk(const uint32_t *list, uint32_t first, uint32_t end, uint32_t key)
{
	while (first < end && list[first] <= key)
		first++;
	return first;
}

/* Pairs of equal numbers, and keys before, at, between and after them; also from the second element on. */
TEST(as_a_walk_finds)
{
	uint32_t list[MOST];

	for (uint32_t i = 0; i < MOST; i++)
		list[i] = 10 + i / 2 * 2;
	for (uint32_t n = 0; n <= MOST; n++)
		for (uint32_t key = 0; key < 10 + MOST + 2; key++) {
			CHECK_EQ_U64(BISECT(0, n, i, list[i] <= key), walk(list, 0, n, key));
			CHECK_EQ_U64(BISECT(1, n, i, list[i] <= key), n ? walk(list, 1, n, key) : 1);
		}
}

/* No number is asked about twice, and of many only a few. */
TEST(few_questions)
{
	for (uint64_t wanted = 0; wanted <= 1000; wanted += 125) {
		unsigned asked = 0;

		CHECK_EQ_U64(BISECT(0, (uint64_t)1000, i, (asked++, i < wanted)), wanted);
		CHECK(asked <= 10);
	}
}

TEST(ends_beyond_32_bits)
{
	CHECK_EQ_U64(BISECT(0, UINT64_MAX, i, i < UINT64_MAX - 1), UINT64_MAX - 1);
}
