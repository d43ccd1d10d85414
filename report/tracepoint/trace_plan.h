/*
 * trace_plan: compiles a tracepoint's print format to a list of pieces, to be printed many times.
 *
 *	"prev_comm=%s prev_pid=%d ...", REC->prev_comm, REC->prev_pid	->	[text][string][text][number] ...
 *
 * The text is that of Linux perf (libtraceevent), which is not always that of C or the kernel: a conversion that it
 * does not know is shown between > and <, and a format that it cannot parse has no plan. Plans are constant once made.
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
	uint32_t size;    /* of the text */
	const struct trace_expr *value;
	const struct trace_expr *star; /* an argument that is the width or precision; NULL: none */
	struct plan_piece *next;
};

struct trace_plan {
	uint32_t need; /* bytes of a record that are read */
	const struct plan_piece *first;
};

/* Makes the plan in the arena. NULL: perf cannot parse the format either, or no memory. */
const struct trace_plan *trace_plan_new(struct arena *arena, const struct trace_format *format);

#endif
