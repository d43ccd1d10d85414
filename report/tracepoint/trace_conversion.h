/*
 * trace_conversion: a conversion of printf, as tracepoints have them: what is between a percent sign and its letter.
 */
#ifndef PREC_REPORT_TRACEPOINT_TRACE_CONVERSION_H
#define PREC_REPORT_TRACEPOINT_TRACE_CONVERSION_H

#include "common/buffer.h"

#define PLAN_WIDTH_MAX 128

/* What is between a percent sign and its letter, and the letter. */
struct plan_format {
	bool left, zero, alternate, plus;
	uint8_t width;
	int16_t precision; /* -1: none */
	int8_t bits;       /* 8, 16, 32 or 64 */
	char letter;
	char extension[5]; /* what follows %p: "I6c" */
	bool star_width, star_precision;
};

/* Appends a number: c, d, i, o, u, x or X. Its width and precision are at most PLAN_WIDTH_MAX. */
void trace_conversion_number(struct buffer *b, const struct plan_format *f, uint64_t v);

/* Appends an address as perf shows it where a format says no more: 0x and hexadecimal digits. */
void trace_conversion_address(struct buffer *b, uint64_t v);

/* Appends a text of `size` bytes. */
void trace_conversion_text(struct buffer *b, const struct plan_format *f, const char *text, size_t size);

#endif
