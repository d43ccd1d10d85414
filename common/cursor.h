/*
 * cursor: reads untrusted bytes with every size checked.
 *
 * A cursor walks over a borrowed range of bytes, checks every read against its end, and swaps bytes if the input has
 * the other byte order. A read past the end returns 0 or NULL, and the cursor has failed: it does not move any more. So
 * a parser reads a whole structure, and tests cursor_ok() once, before it uses any of it.
 *
 * What cursor_bytes and cursor_string return points into the range. One thread at a time for each cursor.
 */
#ifndef PREC_COMMON_CURSOR_H
#define PREC_COMMON_CURSOR_H

#include "common/bytes.h"

struct cursor {
	const uint8_t *start;
	const uint8_t *pos;
	const uint8_t *end;
	bool swap;
	bool failed;
};

/* Returns a cursor at the beginning of `size` bytes. swap: they have the other byte order than this machine. */
static inline struct cursor cursor_make(const void *data, size_t size, bool swap)
{
	const uint8_t *p = data;

	/* nothing at NULL: adding to NULL, be it 0, is undefined */
	return (struct cursor){ .start = p, .pos = p, .end = size ? p + size : p, .swap = swap };
}

/* True if no read has failed. */
static inline bool cursor_ok(const struct cursor *c)
{
	return !c->failed;
}

/* Returns how many bytes follow the position. */
static inline size_t cursor_left(const struct cursor *c)
{
	return (size_t)(c->end - c->pos);
}

/* Returns the position in bytes from the start. */
static inline size_t cursor_offset(const struct cursor *c)
{
	return (size_t)(c->pos - c->start);
}

/* Reads the next size bytes. NULL: there are fewer. */
static inline const uint8_t *cursor_bytes(struct cursor *c, uint64_t size)
{
	const uint8_t *p = c->pos;

	if (c->failed || size > cursor_left(c)) {
		c->failed = true;
		return NULL;
	}
	if (size)
		c->pos += size;
	return p;
}

/* Skips the next size bytes. False: there are fewer. */
static inline bool cursor_skip(struct cursor *c, uint64_t size)
{
	return cursor_bytes(c, size) != NULL;
}

/* Read a number. */
static inline uint8_t cursor_u8(struct cursor *c)
{
	const uint8_t *p = cursor_bytes(c, 1);

	return p ? *p : 0;
}

static inline uint16_t cursor_u16(struct cursor *c)
{
	const uint8_t *p = cursor_bytes(c, 2);

	return p ? load_u16_order(p, c->swap) : 0;
}

static inline uint32_t cursor_u32(struct cursor *c)
{
	const uint8_t *p = cursor_bytes(c, 4);

	return p ? load_u32_order(p, c->swap) : 0;
}

static inline uint64_t cursor_u64(struct cursor *c)
{
	const uint8_t *p = cursor_bytes(c, 8);

	return p ? load_u64_order(p, c->swap) : 0;
}

/* Reads a string and moves past its NUL. NULL: the range has no NUL. */
static inline const char *cursor_string(struct cursor *c)
{
	const uint8_t *nul;
	const uint8_t *p = c->pos;

	if (c->failed)
		return NULL;
	nul = cursor_left(c) ? memchr(p, 0, cursor_left(c)) : NULL;
	if (!nul) {
		c->failed = true;
		return NULL;
	}
	c->pos = nul + 1;
	return (const char *)p;
}

/* Returns a cursor over the next size bytes, and skips them. If there are fewer, both have failed. */
static inline struct cursor cursor_sub(struct cursor *c, uint64_t size)
{
	const uint8_t *p = cursor_bytes(c, size);
	struct cursor sub = cursor_make(p, p ? size : 0, c->swap);

	sub.failed = !p;
	return sub;
}

#endif
