/*
 * trace_machine: the recorded machine, as far as the raw data of tracepoints depend on it.
 */
#ifndef PREC_REPORT_TRACEPOINT_TRACE_MACHINE_H
#define PREC_REPORT_TRACEPOINT_TRACE_MACHINE_H

#include "report/tracepoint/trace_printk.h"

#include <stdbool.h>

/* Finds kernel functions. Any thread. */
struct kernel_functions {
	/* Whether a function is known at addr: its name, and how far after its start addr is. NULL: none is. */
	bool (*find)(void *context, uint64_t addr, char *name, size_t size, uint64_t *ret_offset);
	void *context;
};

struct trace_machine {
	bool swap; /* the data are of the other byte order */
	unsigned long_size;
	struct kernel_functions functions;
	struct trace_printks printks;
};

#endif
