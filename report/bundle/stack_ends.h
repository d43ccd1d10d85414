/*
 * stack_ends: collects how the stacks of a recording end while they are unwound, for its bundle
 * (formats/file/bundle_stacks.h).
 *
 * Recordings without times get none: their samples cannot be told apart once they are elsewhere.
 *
 * Ownership: all zero at first; _fini. One thread at a time.
 */
#ifndef PREC_REPORT_BUNDLE_STACK_ENDS_H
#define PREC_REPORT_BUNDLE_STACK_ENDS_H

#include "formats/file/bundle_stacks.h"
#include "report/unwind/stack_chain.h"

/* How a stack ended, in numbers of the recording. */
struct stack_end {
	enum unwind_end end;
	uint32_t dso; /* DSO_NONE: no mapping */
	uint32_t by[UNWIND_WAYS];
};

/* A sample of an event with stacks. */
struct ended_sample {
	uint64_t time;
	uint32_t tid;
	uint32_t end; /* number, or BUNDLE_STACK_NONE */
};

struct stack_ends {
	struct stack_end *list; /* each once */
	uint32_t n, capacity;
	struct hash_table by_end;
	struct ended_sample *samples;
	uint64_t n_samples;
};

void stack_ends_fini(struct stack_ends *e);

/* Adds a sample, and how its stack ended; NULL: none was unwound. 0 or -ENOMEM. */
int stack_ends_add(struct stack_ends *e, uint32_t tid, uint64_t time, const struct stack_end *end);

/* Appends all as a part of that number. Changes their order. f: whose events have them. 0, -ENOMEM or -E2BIG. */
int stack_ends_put(struct stack_ends *e, const struct perf_file *f, const struct timeline *t, struct buffer *records,
		   uint32_t number, struct error *err);

#endif
