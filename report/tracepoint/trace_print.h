/*
 * trace_print: whether libtraceevent can be trusted with how a tracepoint is to be printed: what stands behind "print
 * fmt:". For report/tracepoint/trace_format.c only.
 */
#ifndef PREC_REPORT_TRACEPOINT_TRACE_PRINT_H
#define PREC_REPORT_TRACEPOINT_TRACE_PRINT_H

#include "common/bytes.h"

/* A field of the tracepoint's data. */
struct trace_field {
	const char *name;
	uint32_t name_size;
	uint32_t size; /* of its data */
};

/*
 * A quoted text, and operands and operators in turn behind it. The fields are sorted by trace_field_compare. False: for
 * other hands than the library's.
 */
bool trace_print_check(const char *text, const char *end, const struct trace_field *fields, uint32_t n_fields);

int trace_field_compare(const void *a, const void *b);

#endif
