#include "common/pages.h"
#include "tests/support/test.h"

#include <stdint.h>

static void fill(uint8_t *p, size_t from, size_t size)
{
	for (size_t i = from; i < size; i++) {
		CHECK_EQ_U64(p[i], 0);
		p[i] = (uint8_t)(i * 7 + i / 4096 + 1);
	}
}

/* From the heap to mapped pages and on: what was there stays, what is new is zero. */
TEST(growing_keeps_what_was_there)
{
	size_t sizes[] = { 1, 100, 4096, 1000000, (1u << 20) - 1, 1u << 20, 2500000, 4u << 20, 8u << 20, 9000001 };
	uint8_t *p = NULL;
	size_t size = 0;

	for (size_t i = 0; i < ARRAY_SIZE(sizes); i++) {
		p = pages_grow(p, size, sizes[i]);
		CHECK(p);
		CHECK_EQ_U64((uintptr_t)p % 64, 0);
		for (size_t k = 0; k < size; k++)
			CHECK_EQ_U64(p[k], (uint8_t)(k * 7 + k / 4096 + 1));
		fill(p, size, sizes[i]);
		size = sizes[i];
	}
	pages_free(p, size);
}

TEST(nothing_and_too_much)
{
	void *p = pages_alloc(0);

	CHECK(p);
	pages_free(p, 0);
	pages_free(NULL, 0);
	CHECK(!pages_alloc(SIZE_MAX));
	CHECK(!pages_alloc(SIZE_MAX / 2));
}
