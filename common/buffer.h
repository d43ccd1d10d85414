/*
 * buffer: appends bytes to memory that grows, to build files and records.
 *
 * If an allocation fails, the buffer has failed: later appends do nothing, and the caller tests buffer_ok() once, at
 * the end.
 *
 * Ownership: _init/_fini; the data belong to the buffer, and move when it grows. One thread at a time.
 */
#ifndef PREC_COMMON_BUFFER_H
#define PREC_COMMON_BUFFER_H

#include "common/bytes.h"

struct buffer {
	uint8_t *data;
	size_t size;
	size_t capacity;
	bool swap; /* buffer_put_* and buffer_set_* write the other byte order than this machine's */
	bool failed;
};

/* Makes an empty buffer. */
void buffer_init(struct buffer *b);
void buffer_fini(struct buffer *b);

/* Makes room for size more bytes and returns where they go; the size does not change. NULL: no memory. */
uint8_t *buffer_reserve(struct buffer *b, size_t size);

/* Appends size bytes and returns where they went; with data NULL they are zero. */
uint8_t *buffer_append(struct buffer *b, const void *data, size_t size);

/* True if no allocation has failed. */
static inline bool buffer_ok(const struct buffer *b)
{
	return !b->failed;
}

/* Removes the contents, and keeps the memory. */
static inline void buffer_clear(struct buffer *b)
{
	b->size = 0;
}

/* Append numbers. */
void buffer_put_u8(struct buffer *b, uint8_t v);
void buffer_put_u16(struct buffer *b, uint16_t v);
void buffer_put_u32(struct buffer *b, uint32_t v);
void buffer_put_u64(struct buffer *b, uint64_t v);

/* Appends a string with its NUL. */
void buffer_put_string(struct buffer *b, const char *s);

/* Appends zero bytes until the size is a multiple of align, a power of two. */
void buffer_pad(struct buffer *b, size_t align);

/* Overwrite the number at offset `at`, which is within the size. */
void buffer_set_u16(struct buffer *b, size_t at, uint16_t v);
void buffer_set_u32(struct buffer *b, size_t at, uint32_t v);
void buffer_set_u64(struct buffer *b, size_t at, uint64_t v);

#endif
