/* trace_put: prints a record's data, by the plan of its tracepoint or field by field. */
#ifndef PREC_REPORT_TRACEPOINT_TRACE_PUT_H
#define PREC_REPORT_TRACEPOINT_TRACE_PUT_H

#include "common/buffer.h"
#include "report/tracepoint/trace_format.h"
#include "report/tracepoint/trace_machine.h"
#include "report/tracepoint/trace_plan.h"

/* Appends the text of a plan. Bytes that the format describes but the data lack read as zeros. Thread: any. */
void trace_put_plan(const struct trace_machine *m, const struct trace_plan *plan, const uint8_t *data, size_t size,
		    struct buffer *b);

/*
 * Appends " NAME=VALUE" for each field but the common ones, for a print format that cannot be parsed. Missing bytes
 * read as zeros. swap: the data have the other byte order. Thread: any.
 */
void trace_put_fields(const struct trace_format *format, const uint8_t *data, size_t size, bool swap, struct buffer *b);

#endif
