/*
 * trace_printk: the formats that the recorded kernel prints, by their addresses: tracepoints have only these.
 */
#ifndef PREC_REPORT_TRACEPOINT_TRACE_PRINTK_H
#define PREC_REPORT_TRACEPOINT_TRACE_PRINTK_H

#include "common/arena.h"

#include <stdint.h>

struct trace_printk {
	uint64_t addr;
	const char *text;
};

/* Zeroed: none. */
struct trace_printks {
	struct trace_printk *list; /* by address, once sorted */
	uint32_t n, capacity;
};

/* Adds the lines `ADDRESS : "FORMAT"` of a text, copied into the arena, and sorts all. 0 or -ENOMEM. */
int trace_printks_add(struct trace_printks *printks, struct arena *arena, const char *text, size_t size);
void trace_printks_fini(struct trace_printks *printks);

/* The format at the address, without the newline at its end; NULL when there is none. Any thread. */
const char *trace_printks_find(const struct trace_printks *printks, uint64_t addr);

#endif
