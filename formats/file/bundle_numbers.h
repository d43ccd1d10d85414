/*
 * bundle_numbers: numbers as the parts of a bundle have them: seven bits in each byte, the lowest first (DWARF's
 * ULEB128). Differences are signed, and small ones of either sign take one byte.
 */
#ifndef PREC_FORMATS_FILE_BUNDLE_NUMBERS_H
#define PREC_FORMATS_FILE_BUNDLE_NUMBERS_H

#include "common/buffer.h"
#include "common/cursor.h"

/* Appends a number. */
static inline void bundle_put(struct buffer *b, uint64_t v)
{
	for (; v >= 0x80; v >>= 7)
		buffer_put_u8(b, (uint8_t)(v | 0x80));
	buffer_put_u8(b, (uint8_t)v);
}

/* Appends the difference of two numbers. */
static inline void bundle_put_difference(struct buffer *b, uint64_t from, uint64_t to)
{
	uint64_t v = to - from;

	bundle_put(b, v >> 63 ? ~(v << 1) : v << 1);
}

/* Reads a number. The cursor fails if it has more than 64 bits. */
static inline uint64_t bundle_get(struct cursor *c)
{
	uint64_t value = 0;

	for (unsigned shift = 0; shift < 64; shift += 7) {
		uint8_t byte = cursor_u8(c);

		value |= (uint64_t)(byte & 0x7f) << shift;
		if (!(byte & 0x80))
			return value;
	}
	c->failed = true;
	return 0;
}

/* Reads a number that is at most max, or the cursor fails. */
static inline uint32_t bundle_get_u32(struct cursor *c, uint32_t max)
{
	uint64_t v = bundle_get(c);

	if (v <= max)
		return (uint32_t)v;
	c->failed = true;
	return 0;
}

/* Reads a difference, and returns the number that has it from `from`. */
static inline uint64_t bundle_get_difference(struct cursor *c, uint64_t from)
{
	uint64_t v = bundle_get(c);

	return from + (v & 1 ? ~(v >> 1) : v >> 1);
}

#endif
