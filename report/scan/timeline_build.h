/*
 * timeline_build: the timeline of a file from the records about processes and mappings that a pass kept.
 */
#ifndef PREC_REPORT_SCAN_TIMELINE_BUILD_H
#define PREC_REPORT_SCAN_TIMELINE_BUILD_H

#include "report/scan/code_source.h"
#include "report/scan/pass.h"

/*
 * Adds all that the workers kept in the order of its time, and the JIT code of processes. Damaged records are counted.
 * source: NULL: none. 0 or -ENOMEM.
 */
int timeline_build(struct timeline *timeline, struct scan_counts *counts, const struct pass *p,
		   struct code_source *source);

#endif
