/*
 * text: numbers and strings written into a buffer, for output that is made by the gigabyte.
 *
 * Each function writes at p, for which the caller has made room (buffer_reserve), and returns what is behind. What a
 * number needs is at most TEXT_NUMBER or its width.
 */
#ifndef PREC_REPORT_TEXT_H
#define PREC_REPORT_TEXT_H

#include "common/buffer.h"

#define TEXT_NUMBER 20

static inline char *text_bytes(char *p, const void *s, size_t size)
{
	memcpy(p, s, size);
	return p + size;
}

static inline char *text_spaces(char *p, size_t n)
{
	memset(p, ' ', n);
	return p + n;
}

/* How many digits a number has. */
static inline unsigned text_digits(uint64_t v)
{
	unsigned n = 1;

	for (; v >= 10000; v /= 10000)
		n += 4;
	return n + (v >= 10) + (v >= 100) + (v >= 1000);
}

/* Right-aligned in width places: pad is ' ' or '0'. */
static inline char *text_u64(char *p, uint64_t v, unsigned width, char pad)
{
	unsigned n = text_digits(v);
	char *end;

	for (; width > n; width--)
		*p++ = pad;
	end = p + n;
	for (; v > UINT32_MAX; v /= 10)
		p[--n] = (char)('0' + v % 10);
	/* Divisions of 32 bits take half the time. */
	for (uint32_t rest = (uint32_t)v; n; rest /= 10)
		p[--n] = (char)('0' + rest % 10);
	return end;
}

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

static inline char *text_hex(char *p, uint64_t v, unsigned width)
{
	unsigned n = v ? (67 - (unsigned)__builtin_clzll(v)) / 4 : 1;

	for (; width > n; width--)
		*p++ = ' ';
	for (unsigned i = n; i-- > 0;)
		*p++ = "0123456789abcdef"[v >> 4 * i & 15];
	return p;
}

/* As "%.2f%%" has it. */
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

#endif
