/*
 * progress: a renewed line on a terminal for work that takes longer than half a second.
 */
#ifndef PREC_REPORT_COMMAND_PROGRESS_H
#define PREC_REPORT_COMMAND_PROGRESS_H

#include "report/scan/scan.h"

#include <time.h>

struct progress {
	struct scan_progress scan;      /* what to give to the analysis */
	struct timespec started, shown; /* started: the pass at hand */
	uint64_t done;                  /* bytes of it */
	unsigned pass;
	unsigned workers;
	bool is_on; /* standard error is a terminal */
	bool drew;  /* there is a line to wipe out */
};

/* Begins to count the time. quiet: never shows anything. The structure must not move. */
void progress_init(struct progress *p, unsigned workers, bool quiet);

/* Wipes the line out. */
void progress_end(struct progress *p);

#endif
