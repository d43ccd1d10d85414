/*
 * bundle_stacks: how the unwinding of each stack of a recording ended, of which a bundle has the chains alone.
 *
 * Few ends differ, and a thread's stacks often end alike one after the other. So of each thread a bundle has the times
 * from which on another end holds: a sample's end is found by its thread and time, whatever became of the samples
 * before it. Of the times between two samples the roundest is taken.
 *
 *	samples of a thread	|   a      a        a      b     b     a
 *	runs			| a from 0              b from       a from
 *
 * A part (BUNDLE_STACKS of formats/file/bundle_parts.h), in numbers of formats/file/bundle_numbers.h; a number of
 * elements before each list:
 *
 *	ways      how many there are to find callers other than by call frame information: enum unwind_way
 *	ends      cause, enum unwind_end of report/unwind/unwind_input.h; path of the file in which the stack ends too
 *	          early, with a NUL, "": in no mapping; how many callers were found in each way
 *	ids       one of each event whose stacks these are, as differences; none: they are all events'
 *	threads   tid, as a difference; number of runs but the first, which is from time 0 on; the trailing zero bits
 *	          of the times of these, a byte each; the times without these bits, as differences to the run before;
 *	          the end of each run plus 1, also of the first; 0: no stack was unwound
 *
 * Ownership: _fini frees all. Threads: any number may read while nothing is changed.
 */
#ifndef PREC_FORMATS_FILE_BUNDLE_STACKS_H
#define PREC_FORMATS_FILE_BUNDLE_STACKS_H

#include "formats/file/bundle_parts.h"

#define BUNDLE_STACKS_VERSION 1

#define BUNDLE_STACK_WAYS_MAX 8u
#define BUNDLE_STACK_RUNS_MAX (8u << 20) /* also of each of the other lists */

#define BUNDLE_STACK_NONE UINT32_MAX /* no stack was unwound */

/* How a stack ended. */
struct bundle_stack_end {
	uint32_t cause;
	const char *path; /* borrowed: of what is read, in the part */
	uint32_t ways[BUNDLE_STACK_WAYS_MAX];
};

/* From a time on, of one thread. */
struct bundle_stack_run {
	uint64_t time;
	uint32_t end; /* number of an end, or BUNDLE_STACK_NONE */
};

struct bundle_stack_thread {
	uint32_t tid;
	uint32_t first_run, n_runs; /* by time, strictly ascending; the first from 0 on */
};

struct bundle_stacks {
	uint32_t n_ways;
	struct bundle_stack_end *ends;
	uint32_t n_ends, ends_capacity;
	uint64_t *ids;
	uint32_t n_ids, ids_capacity;
	struct bundle_stack_thread *threads; /* by tid, ascending */
	uint32_t n_threads, threads_capacity;
	struct bundle_stack_run *runs;
	uint32_t n_runs, runs_capacity;
};

void bundle_stacks_fini(struct bundle_stacks *s);

/*
 * Adds a sample to the runs. Samples come by thread, ascending, and those of a thread by time; of several at one time
 * the first counts. last: the time of the thread's sample before this one; not used of its first. 0 or -ENOMEM.
 */
int bundle_stacks_add(struct bundle_stacks *s, uint32_t tid, uint64_t last, uint64_t time, uint32_t end);

/* Appends them as a part of that number. 0, -ENOMEM or -E2BIG. */
int bundle_stacks_put(const struct bundle_stacks *s, struct buffer *records, uint32_t number, struct error *err);

/*
 * Reads a part into *ret_stacks, whose paths borrow its bytes. bundle_stacks_fini is due in any case. 0; -EBADMSG: it
 * is damaged; -ENOTSUP: another version; -ENOMEM.
 */
int bundle_stacks_read(struct bundle_stacks *ret_stacks, const struct bundle_part *part);

/* Returns the number of the end of a thread's sample at a time, or BUNDLE_STACK_NONE. */
uint32_t bundle_stacks_find(const struct bundle_stacks *s, uint32_t tid, uint64_t time);

#endif
