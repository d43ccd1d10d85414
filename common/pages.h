/*
 * pages: memory for large tables that are looked into at random: zeroed, and on huge pages where the kernel gives them
 * on request, so that it costs few page faults and few misses of the TLB.
 */
#ifndef PREC_COMMON_PAGES_H
#define PREC_COMMON_PAGES_H

#include <stddef.h>
#include <stdint.h>

/* size zero bytes that begin on a cache line; to be freed by pages_free with the same size. NULL without memory. */
void *pages_alloc(size_t size);

/*
 * The same for a table that is soon written everywhere: the kernel gives all its pages at once (Linux 5.14 on). Looked
 * into at random, each would cost two page faults, one for a page of zeros and one for its own; and the second one
 * interrupts all CPUs that the process runs on.
 */
void *pages_alloc_filled(size_t size);

/*
 * Makes memory of pages_alloc larger: what it held stays, what is new is zero. NULL without memory; p is then as it
 * was. p may be NULL with size 0.
 */
void *pages_grow(void *p, size_t size, size_t new_size);

/*
 * As realloc: what is new need not be zero, so that small memory costs no more than there. size and p of an earlier
 * pages_resize, or 0 and NULL; to be freed by pages_free.
 */
void *pages_resize(void *p, size_t size, size_t new_size);

/*
 * Makes an array of *n zeroed elements, in pages_alloc's memory, reach to the element `at`. array: where the pointer to
 * it is; both it and *n are 0 at first. 0 or -ENOMEM.
 */
int pages_reach(void *array, uint32_t *n, uint32_t at, size_t size);

/* p may be NULL. */
void pages_free(void *p, size_t size);

#endif
