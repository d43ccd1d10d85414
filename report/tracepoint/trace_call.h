/*
 * trace_call: the functions and macros of print formats: __get_str(name), __print_flags(REC->flags, "|", { 1, "S" }),
 * sizeof(u32). Others are not known to Linux perf either.
 */
#ifndef PREC_REPORT_TRACEPOINT_TRACE_CALL_H
#define PREC_REPORT_TRACEPOINT_TRACE_CALL_H

#include "report/tracepoint/trace_parser.h"

/* What follows the name of a function, from the bracket on; e becomes its value. */
void trace_call_parse(struct trace_parser *p, struct trace_expr *e, const char *name);

#endif
