#include "common/arena.h"

#include "common/bytes.h"

#include <stdlib.h>

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
