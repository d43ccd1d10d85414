/*
 * text: writes numbers and strings into memory, fast enough for output of gigabytes; parses numbers.
 *
 * A function with an argument p writes to p, where the caller has made room (buffer_reserve), and returns the end of
 * what it has written. A number takes at most TEXT_NUMBER bytes, or its width if that is more.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_COMMON_TEXT_H
#define PREC_COMMON_TEXT_H

#include "common/buffer.h"

#include <stdint.h>

#define TEXT_NUMBER 20

/* Returns the value of a hexadecimal digit in lower case; -1: it is none. */
static inline int text_hex_digit(char c)
{
	return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Writes size bytes. */
static inline char *text_bytes(char *p, const void *s, size_t size)
{
	memcpy(p, s, size);
	return p + size;
}

/* Writes n blanks. */
static inline char *text_spaces(char *p, size_t n)
{
	memset(p, ' ', n);
	return p + n;
}

/* "000102...99", the two digits of each number; and "000102...ff", the two hexadecimal digits of each byte. */
extern const char text_decimal_pairs[2 * 100 + 1];
extern const char text_hex_pairs[2 * 256 + 1];

/* Powers of ten; the first is 0 and not 1, since the number 0 has a digit, too. */
extern const uint64_t text_powers[20];

/* Returns how many digits a number has. */
static inline unsigned text_digits(uint64_t v)
{
	unsigned bits = 64 - (unsigned)__builtin_clzll(v | 1);
	unsigned n = bits * 1233 >> 12; /* bits * log10(2): the number of digits, or one less */

	return n + (v >= text_powers[n]);
}

/* Writes a number, right-aligned in `width` columns. pad: ' ' or '0'. */
static inline char *text_u64(char *p, uint64_t v, unsigned width, char pad)
{
	unsigned n = text_digits(v);
	uint32_t rest;
	char *end;

	for (; width > n; width--)
		*p++ = pad;
	end = p + n;
	for (; v > UINT32_MAX; v /= 100, n -= 2)
		memcpy(p + n - 2, &text_decimal_pairs[2 * (v % 100)], 2);
	/* Divisions of 32 bits take half the time. */
	for (rest = (uint32_t)v; n >= 2; rest /= 100, n -= 2)
		memcpy(p + n - 2, &text_decimal_pairs[2 * (rest % 100)], 2);
	if (n)
		*p = (char)('0' + rest);
	return end;
}

/* Writes a signed number, right-aligned in `width` columns. */
static inline char *text_i32(char *p, int32_t v, unsigned width)
{
	uint32_t magnitude = v < 0 ? 0u - (uint32_t)v : (uint32_t)v;

	if (v >= 0)
		return text_u64(p, magnitude, width, ' ');
	for (unsigned n = text_digits(magnitude) + 1; width > n; width--)
		*p++ = ' ';
	*p++ = '-';
	return text_u64(p, magnitude, 0, ' ');
}

/* Writes a number in hexadecimal, right-aligned in `width` columns. */
static inline char *text_hex(char *p, uint64_t v, unsigned width)
{
	unsigned n = v ? (67 - (unsigned)__builtin_clzll(v)) / 4 : 1;
	char *end;

	for (; width > n; width--)
		*p++ = ' ';
	end = p + n;
	for (; n >= 2; v >>= 8, n -= 2)
		memcpy(p + n - 2, &text_hex_pairs[2 * (v & 255)], 2);
	if (n)
		*p = text_hex_pairs[2 * v + 1];
	return end;
}

/* Writes a number as "%.2f%%" does, in at most TEXT_PERCENT bytes. */
#define TEXT_PERCENT 32
char *text_percent(char *p, double percent);

/* --- into a buffer that grows; not for the hottest paths ------------------------- */

static inline void text_put(struct buffer *b, const char *s)
{
	buffer_append(b, s, strlen(s));
}

static inline void text_put_hex(struct buffer *b, uint64_t v, unsigned width)
{
	char number[64];

	buffer_append(b, number, (size_t)(text_hex(number, v, width) - number));
}

static inline void text_put_u64(struct buffer *b, uint64_t v, unsigned width)
{
	char number[64];

	buffer_append(b, number, (size_t)(text_u64(number, v, width, ' ') - number));
}

void text_printf(struct buffer *b, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Appends a message: newlines of arguments become blanks (common/message.h). */
void text_message(struct buffer *b, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Parses a number as strtod(3) does in the locale "C", with a decimal point, whatever the program's locale is. */
double decimal_parse(const char *text, char **ret_end);

/* Returns 100 * part / whole; 0 if whole is 0. */
static inline double percent_of(uint64_t part, uint64_t whole)
{
	return whole ? 100.0 * (double)part / (double)whole : 0.0;
}

#endif
