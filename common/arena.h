/*
 * arena: memory that is given out in small pieces and freed all at once.
 *
 * Pieces never move and live until arena_fini. One thread at a time.
 */
#ifndef PREC_COMMON_ARENA_H
#define PREC_COMMON_ARENA_H

#include <stddef.h>

struct arena_chunk;

struct arena {
	struct arena_chunk *chunks; /* the newest first */
	size_t total;               /* bytes asked of malloc */
};

void arena_init(struct arena *a);
void arena_fini(struct arena *a);

/* size bytes, aligned to 8, not cleared; NULL without memory. */
void *arena_alloc(struct arena *a, size_t size);

/* A copy of size bytes, and a NUL after them; NULL without memory. */
char *arena_strndup(struct arena *a, const char *s, size_t size);

#endif
