/* trace_conversion: prints values by a conversion of a print format: %5d, %-10s, %pI4. */
#ifndef PREC_REPORT_TRACEPOINT_TRACE_CONVERSION_H
#define PREC_REPORT_TRACEPOINT_TRACE_CONVERSION_H

#include "common/buffer.h"

#define PLAN_WIDTH_MAX 128

/* A conversion: the flags between the percent sign and its letter, and the letter. */
struct plan_format {
	bool is_left, zero, alternate_form, plus;
	uint8_t width;
	int16_t precision; /* -1: none */
	int8_t bits;       /* 8, 16, 32 or 64 */
	char letter;
	char extension[5]; /* what follows %p: "I6c" */
	bool star_width, star_precision;
};

/* Appends a number: c, d, i, o, u, x or X. Its width and precision are at most PLAN_WIDTH_MAX. */
void trace_conversion_number(struct buffer *b, const struct plan_format *f, uint64_t v);

/* Appends an address as perf shows it without a conversion: 0x and hexadecimal digits. */
void trace_conversion_address(struct buffer *b, uint64_t v);

/* Appends a text of `size` bytes. */
void trace_conversion_text(struct buffer *b, const struct plan_format *f, const char *text, size_t size);

/* --- pointers (Documentation/core-api/printk-formats.rst): %pI4, %pI6c, %pISpc, %pM, %pUb ------ */

/*
 * Appends the network address or UUID in the bytes. extension: what follows %p. swap: they have the other byte order.
 * False: the extension is none of these.
 */
bool trace_pointer_put(struct buffer *b, const char *extension, const uint8_t *bytes, size_t size, bool swap);

#endif
