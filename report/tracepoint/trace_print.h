/*
 * trace_print: whether libtraceevent can be trusted with how a tracepoint is to be printed: what follows
 * "print fmt:".
 */
#ifndef PREC_REPORT_TRACEPOINT_TRACE_PRINT_H
#define PREC_REPORT_TRACEPOINT_TRACE_PRINT_H

#include "common/bytes.h"

/* Where a tracepoint's data end at the latest: what the kernel gives one event at most. */
#define TRACE_DATA_MAX 65536

/* How deep brackets nest, and how many operators follow one another without a comma: the library's depth. */
#define TRACE_NESTING_MAX   64
#define TRACE_OPERATORS_MAX 1024

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
