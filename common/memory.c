#include "common/memory.h"

#include "common/bytes.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>

/* Chunks double from the first to the last size, so that small arenas stay small. */
#define ARENA_FIRST_CHUNK 4096
#define ARENA_LAST_CHUNK  (1024 * 1024)

struct arena_chunk {
	struct arena_chunk *next;
	size_t used;
	size_t size;
	uint8_t data[] __attribute__((aligned(8)));
};

void arena_init(struct arena *a)
{
	memset(a, 0, sizeof(*a));
}

void arena_fini(struct arena *a)
{
	while (a->chunks) {
		struct arena_chunk *next = a->chunks->next;

		free(a->chunks);
		a->chunks = next;
	}
	a->total = 0;
}

static struct arena_chunk *arena_grow(struct arena *a, size_t size)
{
	size_t chunk_size = a->chunks ? a->chunks->size * 2 : ARENA_FIRST_CHUNK;
	struct arena_chunk *chunk;

	if (chunk_size > ARENA_LAST_CHUNK)
		chunk_size = ARENA_LAST_CHUNK;
	if (chunk_size < size)
		chunk_size = size;
	chunk = malloc(sizeof(*chunk) + chunk_size);
	if (!chunk)
		return NULL;
	chunk->next = a->chunks;
	chunk->used = 0;
	chunk->size = chunk_size;
	a->chunks = chunk;
	a->total += sizeof(*chunk) + chunk_size;
	return chunk;
}

void *arena_alloc(struct arena *a, size_t size)
{
	struct arena_chunk *chunk = a->chunks;
	void *p;

	if (size > SIZE_MAX / 2)
		return NULL;
	size = align_up(size, 8);
	if (!chunk || chunk->size - chunk->used < size)
		chunk = arena_grow(a, size);
	if (!chunk)
		return NULL;
	p = chunk->data + chunk->used;
	chunk->used += size;
	return p;
}

char *arena_strndup(struct arena *a, const char *s, size_t size)
{
	char *copy = arena_alloc(a, size + 1);

	if (copy) {
		memcpy(copy, s, size);
		copy[size] = 0;
	}
	return copy;
}

#define CACHE_LINE 64u

/* The size of a huge page on x86-64 and, with pages of 4 KiB, on arm64. Elsewhere the alignment has no use. */
#define HUGE_PAGE (2u << 20)

/* The largest page a kernel is built with: sizes are rounded up to it, so that they can be given back. */
#define PAGE_LARGEST (64u << 10)

/* Smaller memory comes from the heap, which is as good for it. */
#define PAGES_MIN (1u << 20)

#define REACH_FIRST 1024u

/* How much is filled at once: meanwhile other threads that map or unmap memory have to wait. */
#define FILL_STEP (4u << 20)

/* Of Linux 5.14; older C libraries do not have it. */
#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif

/* Maps aligned memory, as huge pages need it: maps more, and unmaps the rest. */
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

void *sparse_alloc(size_t size)
{
	void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	return p == MAP_FAILED ? NULL : p;
}

void sparse_clear(void *p, size_t size)
{
	if (madvise(p, size, MADV_DONTNEED))
		memset(p, 0, size);
}

void sparse_free(void *p, size_t size)
{
	if (p)
		munmap(p, size);
}
