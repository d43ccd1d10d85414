/*
 * trace_parse: the arguments of a tracepoint's print format, from text to trees.
 *
 * It is a recursive descent: this file has operands and operators, report/tracepoint/trace_call.h the functions whose
 * arguments they are. What Linux perf cannot read is not read here either.
 *
 * Formats are untrusted: depth and memory are limited, and the arguments say how many bytes of a record they need.
 */
#ifndef PREC_REPORT_TRACEPOINT_TRACE_PARSE_H
#define PREC_REPORT_TRACEPOINT_TRACE_PARSE_H

#include "report/tracepoint/trace_expr.h"

struct trace_args {
	const char *format; /* the text in quotes, escapes as they stand */
	struct trace_expr *first;
	uint32_t need; /* bytes that a record must have */
};

/*
 * Reads what follows "print fmt:". All lives in the arena. 0; -EBADMSG: it cannot be read, -ENOMEM.
 */
int trace_args_parse(struct trace_args *ret_args, struct arena *arena, const struct trace_format *format);

#endif
