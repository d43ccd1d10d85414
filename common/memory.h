/*
 * memory: allocates small pieces that are freed all at once (arena), and large tables (pages).
 *
 * Threads: one at a time for each arena; pages have no state.
 */
#ifndef PREC_COMMON_MEMORY_H
#define PREC_COMMON_MEMORY_H

#include <stddef.h>
#include <stdint.h>

struct arena_chunk;

/* Pieces never move, and are valid until arena_fini. */
struct arena {
	struct arena_chunk *chunks; /* the newest first */
	size_t total;               /* bytes that were allocated by malloc(3) */
};

void arena_init(struct arena *a);
void arena_fini(struct arena *a);

/* Allocates size bytes, aligned to 8, not cleared. NULL: no memory. */
void *arena_alloc(struct arena *a, size_t size);

/* Copies size bytes and puts a NUL after them. NULL: no memory. */
char *arena_strndup(struct arena *a, const char *s, size_t size);

/*
 * Allocates size zeroed bytes for a large table that is accessed at random, aligned to a cache line, for pages_free
 * with the same size. They are on huge pages if the kernel gives them on request (madvise(2)), which saves page faults
 * and TLB misses. NULL: no memory.
 */
void *pages_alloc(size_t size);

/*
 * Does the same for a table that will soon be written everywhere: the kernel provides all pages at once (since Linux
 * 5.14). Otherwise each page would take two page faults: one maps a page of zeros, and one replaces it, which
 * interrupts all CPUs that the process runs on.
 */
void *pages_alloc_filled(size_t size);

/*
 * Makes memory of pages_alloc larger; keeps its contents, and zeroes the new part. p may be NULL, with size 0. NULL: no
 * memory, and p is unchanged.
 */
void *pages_grow(void *p, size_t size, size_t new_size);

/*
 * Resizes memory as realloc(3) does; the new part is not zeroed. Small sizes are not slower than with realloc(3). p,
 * size: as the last pages_resize returned and was given them, or NULL and 0. Free it by pages_free.
 */
void *pages_resize(void *p, size_t size, size_t new_size);

/*
 * Makes an array in memory of pages_alloc larger, from *n to at least `at + 1` elements of `size` bytes; new ones are
 * zero. array: the address of the pointer to the array; the pointer and *n are 0 at first. 0 or -ENOMEM.
 */
int pages_reach(void *array, uint32_t *n, uint32_t at, size_t size);

/* Frees memory of the functions above; p NULL does nothing. */
void pages_free(void *p, size_t size);

/*
 * Allocates size zeroed bytes for tables of which often little is used: what is not used is neither memory nor time.
 * sparse_clear makes all of it zero again, for no more than what was used. NULL: no memory.
 */
void *sparse_alloc(size_t size);
void sparse_clear(void *p, size_t size);
void sparse_free(void *p, size_t size);

#endif
