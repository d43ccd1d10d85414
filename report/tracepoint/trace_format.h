/*
 * trace_format: whether the format of a tracepoint is one that libtraceevent can be trusted with.
 *
 * The library was written for formats that come from a kernel, and trusts them: it looks at fields that are not there,
 * reads data wherever a format says that they are, goes as deep into an expression as that is nested. So a format from
 * a file is looked through first, and what a kernel would not have written is kept from the library.
 *
 *	name: sched_switch			skipped
 *	ID: 314					skipped
 *	format:
 *		field:int prev_pid;	offset:8;	size:4;	signed:1;	within TRACE_DATA_MAX
 *
 *	print fmt: "prev_pid=%d", REC->prev_pid	operands and operators in turn, brackets closed, fields known
 *
 * Nothing is allocated but the list of fields; one walk over the text, no recursion.
 */
#ifndef PREC_REPORT_TRACEPOINT_TRACE_FORMAT_H
#define PREC_REPORT_TRACEPOINT_TRACE_FORMAT_H

#include "report/tracepoint/trace_print.h"

#include <stddef.h>

enum trace_verdict {
	TRACE_GOOD,
	TRACE_NO_PRINT, /* the fields are good, how they are to be printed is not */
	TRACE_BAD,
};

/* *ret_print: where "print fmt:" begins, or the text's size. */
enum trace_verdict trace_format_check(const char *text, size_t size, size_t *ret_print);

#endif
