/*
 * trace_put: the text of a record's data, by the plan of its tracepoint.
 */
#ifndef PREC_REPORT_TRACEPOINT_TRACE_PUT_H
#define PREC_REPORT_TRACEPOINT_TRACE_PUT_H

#include "common/buffer.h"
#include "report/tracepoint/trace_machine.h"
#include "report/tracepoint/trace_plan.h"

/* Appends the text. What the data lack of what the format says is taken for zeros. Any thread. */
void trace_put_plan(const struct trace_machine *m, const struct trace_plan *plan, const uint8_t *data, size_t size,
		    struct buffer *b);

#endif
