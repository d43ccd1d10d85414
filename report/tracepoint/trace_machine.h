/* trace_machine: the facts about the recorded machine that printing raw data needs. */
#ifndef PREC_REPORT_TRACEPOINT_TRACE_MACHINE_H
#define PREC_REPORT_TRACEPOINT_TRACE_MACHINE_H

#include "common/memory.h"

#include <stdbool.h>
#include <stdint.h>

/* The strings of the recorded kernel's printk formats, by address; trace data have the addresses only. */

struct trace_printk {
	uint64_t addr;
	const char *text;
};

/* Zeroed: none. */
struct trace_printks {
	struct trace_printk *list; /* sorted by address */
	uint32_t n, capacity;
};

/* Adds the lines `ADDRESS : "FORMAT"` of a text, copied into the arena, and sorts all. 0 or -ENOMEM. */
int trace_printks_add(struct trace_printks *printks, struct arena *arena, const char *text, size_t size);
void trace_printks_fini(struct trace_printks *printks);

/* Finds the format at an address, without its final newline, or NULL. Thread: any. */
const char *trace_printks_find(const struct trace_printks *printks, uint64_t addr);

/* Names kernel functions. Thread: any. */
struct kernel_functions {
	/* Finds the function at addr: its name, and the offset of addr in it. False: none. May be NULL. */
	bool (*find)(void *context, uint64_t addr, char *name, size_t size, uint64_t *ret_offset);
	void *context;
};

struct trace_machine {
	bool swap; /* the data have the other byte order */
	unsigned long_size;
	struct kernel_functions functions;
	struct trace_printks printks;
};

#endif
