/*
 * preload_source: the debug information that a report is going to need, read by all workers at once before addresses
 * are named, where one function after the other would be asked for.
 *
 *	addresses of entries and chains ---> by file, sorted ---> slices ---> each worker reads one, then the next
 */
#ifndef PREC_REPORT_PROFILE_PRELOAD_SOURCE_H
#define PREC_REPORT_PROFILE_PRELOAD_SOURCE_H

#include "report/profile/preload.h"

struct preload_source {
	bool samples;  /* where samples were taken is shown with lines */
	bool chains;   /* whole chains are shown with the functions that were inlined */
	bool lines;    /* and with lines */
	bool branches; /* addresses are those that branches came from */
};

/* Reads what the chosen entries and their chains need. What is not read here is read when it is asked for. */
void preload_source(struct locator *locator, const struct analysis *a, const struct preload_choice *choice,
		    const struct preload_source *wanted);

#endif
