#include "common/pages.h"

#include "common/bytes.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>

#define CACHE_LINE 64u

/* A huge page on x86-64 and, with pages of 4 KiB, on arm64. Elsewhere only the alignment is of no use. */
#define HUGE_PAGE (2u << 20)

/* The largest page a kernel is built with: sizes are rounded up to it, so that they can be given back. */
#define PAGE_LARGEST (64u << 10)

/* What is smaller comes from the heap, which does as well for it. */
#define PAGES_MIN (1u << 20)

#define REACH_FIRST 1024u

/* Who maps or unmaps memory waits for other threads that have pages filled: so much at a time. */
#define FILL_STEP (4u << 20)

/* Of Linux 5.14; older C libraries do not have it. */
#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif

/* Huge pages need an aligned beginning: what is mapped too much around it is given back. */
static void *pages_map(size_t size)
{
	size_t whole = align_up(size, PAGE_LARGEST);
	uint8_t *p, *begin;

	if (size > SIZE_MAX - 2 * (size_t)HUGE_PAGE)
		return NULL;
	p = mmap(NULL, whole + HUGE_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (p == MAP_FAILED)
		return NULL;
	begin = (uint8_t *)(uintptr_t)align_up((uintptr_t)p, HUGE_PAGE);
	if (begin > p)
		munmap(p, (size_t)(begin - p));
	munmap(begin + whole, (size_t)(p + HUGE_PAGE - begin));
	madvise(begin, whole, MADV_HUGEPAGE); /* only advice: small pages do too */
	return begin;
}

void *pages_alloc(size_t size)
{
	void *p;

	if (size >= PAGES_MIN)
		return pages_map(size);
	p = aligned_alloc(CACHE_LINE, align_up(size + !size, CACHE_LINE));
	return p ? memset(p, 0, size) : NULL;
}

void *pages_alloc_filled(size_t size)
{
	const size_t whole = align_up(size, PAGE_LARGEST);
	uint8_t *p = pages_alloc(size);
	int result = 0;

	/* Where the kernel cannot, they come one by one. */
	for (size_t at = 0; p && size >= PAGES_MIN && at < whole && !result; at += FILL_STEP)
		result = madvise(p + at, whole - at < FILL_STEP ? whole - at : FILL_STEP, MADV_POPULATE_WRITE);
	return p;
}

void *pages_grow(void *p, size_t size, size_t new_size)
{
	void *larger = pages_alloc(new_size);

	if (!larger)
		return NULL;
	/* Whole huge pages change their place without being copied. */
	if (size && size % HUGE_PAGE == 0 && mremap(p, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, larger) == larger)
		return larger;
	if (size)
		memcpy(larger, p, size);
	pages_free(p, size);
	return larger;
}

void *pages_resize(void *p, size_t size, size_t new_size)
{
	return new_size < PAGES_MIN ? realloc(p, new_size) : pages_grow(p, size, new_size);
}

int pages_reach(void *array, uint32_t *n, uint32_t at, size_t size)
{
	uint64_t larger = *n ? *n : REACH_FIRST;
	void *old, *grown;

	if (at < *n)
		return 0;
	while (larger <= at)
		larger *= 2;
	if (larger > UINT32_MAX || larger > SIZE_MAX / size)
		return -ENOMEM;
	memcpy(&old, array, sizeof(old));
	grown = pages_grow(old, *n * size, larger * size);
	if (!grown)
		return -ENOMEM;
	memcpy(array, &grown, sizeof(grown));
	*n = (uint32_t)larger;
	return 0;
}

void pages_free(void *p, size_t size)
{
	if (p && size >= PAGES_MIN)
		munmap(p, align_up(size, PAGE_LARGEST));
	else
		free(p);
}
