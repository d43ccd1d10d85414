/*
 * trace_put: the text of a record's data: by the plan of its tracepoint, or its fields one by one.
 */
#ifndef PREC_REPORT_TRACEPOINT_TRACE_PUT_H
#define PREC_REPORT_TRACEPOINT_TRACE_PUT_H

#include "common/buffer.h"
#include "report/tracepoint/trace_plan.h"

/* A format that the kernel prints, by its address. */
struct trace_printk {
	uint64_t addr;
	const char *text;
};

/* What the recorded machine is, and what else its addresses lead to. */
struct trace_machine {
	bool swap; /* the data are of the other byte order */
	unsigned long_size;
	/* Whether a function is known at addr: its name, and how far after its start addr is. NULL: none is. */
	bool (*function)(void *context, uint64_t addr, char *name, size_t size, uint64_t *ret_offset);
	void *context;
	const struct trace_printk *printks; /* by addr */
	uint32_t n_printks;
};

/* Appends the text. What a record's data lack of what the format says is taken for zeros. Any thread. */
void trace_put_plan(const struct trace_machine *m, const struct trace_plan *plan, const uint8_t *data, size_t size,
		    struct buffer *b);

/* Appends " NAME=VALUE" for each field but those that all tracepoints have. Likewise. */
void trace_put_fields(const struct trace_machine *m, const struct trace_format *format, const uint8_t *data,
		      size_t size, struct buffer *b);

#endif
