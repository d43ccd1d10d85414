/*
 * analysis: a file's samples counted by what tells them apart, and the timeline to say what they mean.
 *
 *	blocks -> workers (scan) -> merged table + chains + sideband -> timeline -> entries
 *
 * One pass counts samples by raw key (address, process, ...) with the first and last time of each. When it is over all
 * sideband records are known, whatever order the file has them in. A key whose address or comm meant one thing from its
 * first to its last time is done. Only keys that meant several things are counted again, in a second pass, apart for
 * each epoch (timeline_thread_epoch). So attribution is exact, nothing is ever sorted but the sideband records and the
 * rows, and memory follows the number of distinct keys.
 *
 * Where the timeline is known first (report/scan/analysis_first.h), keys hold the coarse epoch of their process, and
 * almost nothing has to be counted again.
 *
 * Where even these are too many for the memory the user allows, or for the size of the file, the keys are counted in
 * parts: by a hash, in as many more passes as it takes. The entries of one part are there at a time (analysis_next).
 *
 * The result does not depend on the number of workers or parts, but for the order of the entries and the numbers of the
 * chains.
 */
#ifndef PREC_REPORT_SCAN_ANALYSIS_H
#define PREC_REPORT_SCAN_ANALYSIS_H

#include "report/scan/analysis_state.h"

/* Borrows file and strings. The first entries are then there. 0 or a negative errno; damage is no failure. */
int analysis_run(struct analysis *a, const struct perf_file *file, struct strtab *strings,
		 const struct analysis_options *options, struct error *err);

/* Replaces the entries and their chains by those of the next part: 1, 0 when there is none, or a negative errno. */
int analysis_next(struct analysis *a, struct error *err);

void analysis_fini(struct analysis *a);

#endif
