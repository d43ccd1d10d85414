#include "common/memory.h"
#include "tests/support/test.h"

#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

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

TEST(reaching_zeroes_what_is_new)
{
	uint64_t *list = NULL;
	uint32_t n = 0;

	for (uint32_t at = 0; at < 300000; at += 1 + at / 2) {
		CHECK_EQ_I64(pages_reach(&list, &n, at, sizeof(*list)), 0);
		CHECK(at < n);
		CHECK_EQ_U64(list[at], 0);
		list[at] = at + 1;
		for (uint32_t i = 0; i < n; i++)
			CHECK(!list[i] || list[i] == i + 1);
	}
	CHECK(pages_reach(&list, &n, UINT32_MAX, sizeof(*list)) < 0);
	CHECK_EQ_U64(list[0], 1);
	pages_free(list, n * sizeof(*list));
}

/* Its pages are there before anything is written to it. */
TEST(filled_pages_are_there)
{
	const size_t page = (size_t)sysconf(_SC_PAGESIZE), size = 3u << 20;
	uint8_t *p = pages_alloc_filled(size), *small = pages_alloc_filled(100);
	unsigned char there[3u << 8] = { 0 };

	CHECK(p && small);
	if (madvise(p, page, MADV_POPULATE_WRITE))
		test_skip("needs Linux 5.14");
	CHECK_EQ_I64(mincore(p, size, there), 0);
	for (size_t i = 0; i < size / page; i++)
		CHECK(there[i] & 1);
	for (size_t i = 0; i < size; i++)
		CHECK(!p[i]);
	for (size_t i = 0; i < 100; i++)
		CHECK(!small[i]);
	pages_free(p, size);
	pages_free(small, 100);
	CHECK(!pages_alloc_filled(SIZE_MAX));
}

TEST(nothing_and_too_much)
{
	void *p = pages_alloc(0);

	CHECK(p);
	pages_free(p, 0);
	pages_free(NULL, 0);
	CHECK(!pages_alloc(SIZE_MAX));
	CHECK(!pages_alloc(SIZE_MAX - 4096));
}
