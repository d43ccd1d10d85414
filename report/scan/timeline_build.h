/*
 * timeline_build: builds the timeline of a file from the sideband records that a pass has kept, and from JIT code.
 *
 * This module opens no files. When a record says that a process has mapped a jit-PID.dump, the caller's code_source
 * reads it.
 */
#ifndef PREC_REPORT_SCAN_TIMELINE_BUILD_H
#define PREC_REPORT_SCAN_TIMELINE_BUILD_H

#include "formats/record/time_conv.h"
#include "report/scan/pass.h"
#include "report/timeline/timeline_make.h"

/* A piece of JIT code that is going to be added to a timeline. */
struct code_event {
	struct code_map map;
	uint64_t order; /* sorts pieces of the same time */
	bool timeless;  /* it is unknown when it was generated: map.time is that of the dump's first record */
};

struct code_list {
	struct code_event *list;
	uint64_t n, capacity;
};

/* Reads JIT code for a timeline. */
struct code_source {
	/* Called before a timeline is built: forgets what was read for another one. */
	void (*begin)(void *context);
	/*
	 * Called when a process has mapped a dump, at a time (0: before the recording began). Appends the pieces in
	 * it, in any order, without map.dso. 0 or -ENOMEM; other errors are the source's own to report.
	 */
	int (*read)(void *context, const struct record_mmap *marker, uint64_t time, struct code_list *ret_code);
	void *context;
	struct time_conv conv; /* that of the recording; set before `read` is called */
	uint64_t n_undecided;  /* timeless pieces that replaced other code; counted while the timeline is built */
};

/*
 * Adds the records of all workers, in ascending time, and the JIT code of processes. Damaged records are counted in
 * *counts. source: NULL: no JIT code. 0 or -ENOMEM.
 */
int timeline_build(struct timeline *timeline, struct scan_counts *counts, const struct pass *p,
		   struct code_source *source);

#endif
