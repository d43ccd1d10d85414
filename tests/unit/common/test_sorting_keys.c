#include "common/sorting.h"
#include "tests/support/test.h"

#include <stdlib.h>

#define N 5000u

/* Sorted, with equal keys in the order they had, whichever bits the keys differ in. */
static void check_sorted(unsigned shift, uint64_t distinct, uint64_t base)
{
	struct key_index *keys = malloc(2 * N * sizeof(*keys));
	uint64_t state = 1, sum = 0;
	struct key_index *sorted;

	CHECK(keys);
	for (uint32_t i = 0; i < N; i++) {
		state = state * 6364136223846793005u + 1442695040888963407u;
		keys[i] = (struct key_index){ .key = base + ((state >> 33) % distinct << shift), .index = i };
		sum += keys[i].key;
	}
	sorted = key_sort(keys, N);
	CHECK(sorted == keys || sorted == keys + N);
	for (uint32_t i = 0; i < N; i++) {
		sum -= sorted[i].key;
		CHECK(!i || sorted[i - 1].key < sorted[i].key ||
		      (sorted[i - 1].key == sorted[i].key && sorted[i - 1].index < sorted[i].index));
	}
	CHECK_EQ_U64(sum, 0);
	free(keys);
}

TEST(any_digits)
{
	for (unsigned shift = 0; shift < 56; shift++)
		check_sorted(shift, 1000, 0);
	check_sorted(0, UINT64_C(1) << 31, UINT64_C(0xffffffff81000000));
	check_sorted(33, UINT64_C(1) << 31, 0);
	check_sorted(0, 1, 7);
}

TEST(few)
{
	struct key_index keys[4] = { { .key = 2, .index = 0 }, { .key = 1, .index = 1 } };

	CHECK(key_sort(keys, 0));
	CHECK_EQ_U64(key_sort(keys, 1)->key, 2);
	CHECK_EQ_U64(key_sort(keys, 2)->index, 1);
}
