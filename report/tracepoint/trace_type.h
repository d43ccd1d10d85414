/* trace_type: the types that print formats name in casts and in sizeof. */
#ifndef PREC_REPORT_TRACEPOINT_TRACE_TYPE_H
#define PREC_REPORT_TRACEPOINT_TRACE_TYPE_H

#include <stdint.h>

struct trace_type {
	const char *name; /* "*": any pointer */
	const char *size; /* in bytes; NULL: Linux perf does not know it */
	uint64_t mask;    /* the bits of a number that a cast to the type leaves */
};

/* NULL: not known. A cast to it leaves all bits. */
const struct trace_type *trace_type_find(const char *name);

#endif
