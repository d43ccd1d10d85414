/*
 * trace_parse: parses the arguments of a tracepoint's print format to trees.
 *
 * A recursive descent parser: trace_parse.c has operands and operators, trace_call.c the functions. What Linux perf
 * cannot parse is an error here too.
 *
 * Formats are untrusted: depth and memory are limited, and `need` says how many bytes of a record the arguments read.
 */
#ifndef PREC_REPORT_TRACEPOINT_TRACE_PARSE_H
#define PREC_REPORT_TRACEPOINT_TRACE_PARSE_H

#include "report/tracepoint/trace_expr.h"

struct trace_args {
	const char *format; /* the text in quotes, with its escapes */
	struct trace_expr *first;
	uint32_t need; /* bytes of a record that are read */
};

/* Parses what follows "print fmt:". All results are in the arena. 0; -EBADMSG: it cannot be parsed, -ENOMEM. */
int trace_args_parse(struct trace_args *ret_args, struct arena *arena, const struct trace_format *format);

#endif
