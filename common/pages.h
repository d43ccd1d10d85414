/*
 * pages: memory for large tables that are looked into at random: zeroed, and on huge pages where the kernel gives them
 * on request, so that it costs few page faults and few misses of the TLB.
 */
#ifndef PREC_COMMON_PAGES_H
#define PREC_COMMON_PAGES_H

#include <stddef.h>

/* What is smaller comes from malloc, and may be given to realloc and free. */
#define PAGES_MIN (1u << 20)

/* size zero bytes that begin on a cache line; to be freed by pages_free with the same size. NULL without memory. */
void *pages_alloc(size_t size);

/*
 * Makes memory of pages_alloc larger: what it held stays, what is new is zero. NULL without memory; p is then as it
 * was. p may be NULL with size 0.
 */
void *pages_grow(void *p, size_t size, size_t new_size);

/* p may be NULL. */
void pages_free(void *p, size_t size);

#endif
