/*
 * packed_numbers: numbers one after the other in a buffer, in as few bytes as each needs: seven bits a byte, the lowest
 * first (DWARF's ULEB128). Differences are signed, and small ones of either sign take one byte.
 */
#ifndef PREC_REPORT_EXPORT_PACKED_NUMBERS_H
#define PREC_REPORT_EXPORT_PACKED_NUMBERS_H

#include "common/buffer.h"

#define PACKED_NUMBER_MAX 10 /* bytes */

static inline void packed_put(struct buffer *b, uint64_t v)
{
	uint8_t bytes[PACKED_NUMBER_MAX];
	size_t n = 0;

	for (; v > 0x7f; v >>= 7)
		bytes[n++] = (uint8_t)(v | 0x80);
	bytes[n++] = (uint8_t)v;
	buffer_append(b, bytes, n);
}

/* Appends the difference of two numbers. */
static inline void packed_put_difference(struct buffer *b, uint64_t v, uint64_t before)
{
	uint64_t d = v - before;

	packed_put(b, d << 1 ^ -(d >> 63));
}

/* Reads the next of them: as many as were appended are there. */
static inline uint64_t packed_get(const uint8_t **at)
{
	uint64_t v = 0;
	unsigned shift = 0;

	for (; **at > 0x7f; (*at)++, shift += 7)
		v |= (uint64_t)(**at & 0x7f) << shift;
	return v | (uint64_t) * (*at)++ << shift;
}

/* Returns the number that a difference leads to. */
static inline uint64_t packed_get_next(const uint8_t **at, uint64_t before)
{
	uint64_t d = packed_get(at);

	return before + (d >> 1 ^ -(d & 1));
}

#endif
