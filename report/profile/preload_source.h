/*
 * preload_source: lets all workers read the debug information of a report before addresses are named one by one.
 *
 *	addresses of entries and chains ---> by file, sorted ---> slices ---> each worker reads one, then the next
 */
#ifndef PREC_REPORT_PROFILE_PRELOAD_SOURCE_H
#define PREC_REPORT_PROFILE_PRELOAD_SOURCE_H

#include "report/profile/preload.h"

struct preload_source {
	bool sample_lines;  /* sampled addresses are shown with lines */
	bool chain_inlines; /* chains are shown with inlined functions */
	bool chain_lines;   /* chains are shown with lines, too */
	bool from_branches; /* the addresses are where branches came from */
};

/* Reads what the chosen entries and their chains need. What is not read here is read when it is looked up. */
void preload_source(struct locator *locator, const struct analysis *a, const struct preload_choice *choice,
		    const struct preload_source *wanted);

#endif
