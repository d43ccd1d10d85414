/*
 * trace_plan: a tracepoint's print format, made ready to be filled in many times.
 *
 *	"prev_comm=%s prev_pid=%d ...", REC->prev_comm, REC->prev_pid	->	[text][string][text][number] ...
 *
 * It prints what Linux perf does (libtraceevent), which is not always what C or the kernel would: a conversion that it
 * does not know is shown between > and <, and a format that it cannot read has no plan. Plans are made once and then
 * only read.
 */
#ifndef PREC_REPORT_TRACEPOINT_TRACE_PLAN_H
#define PREC_REPORT_TRACEPOINT_TRACE_PLAN_H

#include "report/tracepoint/trace_conversion.h"
#include "report/tracepoint/trace_expr.h"

enum plan_kind {
	PLAN_TEXT,
	PLAN_NUMBER,
	PLAN_STRING,
	PLAN_POINTER,
};

struct plan_piece {
	enum plan_kind kind;
	struct plan_format format;
	const char *text; /* PLAN_TEXT */
	uint32_t size;    /* of it */
	const struct trace_expr *value;
	const struct trace_expr *star; /* the width or precision; NULL: none */
	struct plan_piece *next;
};

struct trace_plan {
	uint32_t need; /* bytes a record must have */
	const struct plan_piece *first;
};

/* All lives in the arena. NULL: perf cannot read it either, or without memory. */
const struct trace_plan *trace_plan_new(struct arena *arena, const struct trace_format *format);

#endif
