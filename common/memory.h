/*
 * memory: memory in small pieces that are freed all at once (arena), and memory for large tables (pages).
 *
 * One thread at a time for each arena; pages have no state.
 */
#ifndef PREC_COMMON_MEMORY_H
#define PREC_COMMON_MEMORY_H

#include <stddef.h>
#include <stdint.h>

struct arena_chunk;

/* Pieces never move and live until arena_fini. */
struct arena {
	struct arena_chunk *chunks; /* the newest first */
	size_t total;               /* bytes asked of malloc */
};

void arena_init(struct arena *a);
void arena_fini(struct arena *a);

/* Allocates size bytes, aligned to 8, not cleared. NULL: no memory. */
void *arena_alloc(struct arena *a, size_t size);

/* Copies size bytes and puts a NUL after them. NULL: no memory. */
char *arena_strndup(struct arena *a, const char *s, size_t size);

/*
 * Allocates size zeroed bytes for a large table that is accessed at random: on huge pages where the kernel gives them
 * on request (madvise(2)), so that it costs few page faults and few TLB misses. They begin on a cache line. To be freed
 * by pages_free with the same size. NULL: no memory.
 */
void *pages_alloc(size_t size);

/*
 * Does the same for a table that is soon written everywhere: the kernel provides all its pages at once (Linux 5.14 on).
 * Otherwise each page would cost two page faults, one that maps a page of zeros and one that replaces it; the second
 * interrupts all CPUs that the process runs on.
 */
void *pages_alloc_filled(size_t size);

/*
 * Makes memory of pages_alloc larger: keeps its contents and zeroes the new part. NULL: no memory, and p is unchanged.
 * p may be NULL with size 0.
 */
void *pages_grow(void *p, size_t size, size_t new_size);

/*
 * Resizes memory as realloc(3) does: the new part is not zeroed, so that small sizes cost no more than there. size, p:
 * those of an earlier pages_resize, or 0 and NULL. To be freed by pages_free.
 */
void *pages_resize(void *p, size_t size, size_t new_size);

/*
 * Grows an array in memory of pages_alloc from *n to at least `at + 1` elements; new ones are zero. array: the address
 * of the pointer to it; the pointer and *n are 0 at first. 0 or -ENOMEM.
 */
int pages_reach(void *array, uint32_t *n, uint32_t at, size_t size);

/* p may be NULL. */
void pages_free(void *p, size_t size);

#endif
