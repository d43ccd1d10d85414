/*
 * timeline_build: the timeline of a file from the records about processes and mappings that a pass kept.
 */
#ifndef PREC_REPORT_SCAN_TIMELINE_BUILD_H
#define PREC_REPORT_SCAN_TIMELINE_BUILD_H

#include "formats/record/time_conv.h"
#include "report/scan/pass.h"
#include "report/timeline/timeline_make.h"

/*
 * code_source: where a timeline gets JIT code from: who reads the jit-PID.dump of a process is asked when a record says
 * that the process has mapped one. This module opens no files.
 */

/* A piece of code, on its way into a timeline. */
struct code_event {
	struct code_map map;
	uint64_t order; /* of pieces of the same time */
	bool timeless;  /* when it was made is not known; its time is that of the first record of its dump */
};

struct code_list {
	struct code_event *list;
	uint64_t n, capacity;
};

struct code_source {
	/* A timeline is going to be built: forgets what was read for another one. */
	void (*begin)(void *context);
	/*
	 * A process mapped a dump at a time (0: before the recording began). Appends the code in it, dso apart, in any
	 * order. 0 or -ENOMEM: what else goes wrong is reported elsewhere.
	 */
	int (*read)(void *context, const struct record_mmap *marker, uint64_t time, struct code_list *ret_code);
	void *context;
	struct time_conv conv; /* of the recording, known before read is called */
	uint64_t n_undecided;  /* timeless pieces that took the place of other code, counted as the timeline is built */
};

/*
 * Adds all that the workers kept in the order of its time, and the JIT code of processes. Damaged records are counted.
 * source: NULL: none. 0 or -ENOMEM.
 */
int timeline_build(struct timeline *timeline, struct scan_counts *counts, const struct pass *p,
		   struct code_source *source);

#endif
