/*
 * analysis: counts the samples of a file by key, and builds the timeline that tells what the keys mean.
 *
 *	blocks -> workers (scan) -> merged table + chains + sideband -> timeline -> entries
 *
 * The first pass counts samples by key (address, process ...), with the first and last time of each key. At its end all
 * sideband records are known, in whatever order the file has them. Most keys have one meaning from their first to their
 * last time: the same mapping, the same comm. Only the others are counted again, in a second pass, separately for each
 * epoch (timeline_thread_epoch). So attribution is exact, only sideband records and rows are ever sorted, and memory
 * grows with the number of distinct keys.
 *
 * If the timeline is built first (report/scan/analysis_first.h), keys have the coarse epoch of their process, and few
 * keys need a second pass.
 *
 * If the keys need more memory than allowed, they are divided by a hash into partitions. Each partition is counted in a
 * pass of its own, and only the entries of one are in memory at a time (analysis_next).
 *
 * The result does not depend on the number of workers or partitions, but for the order of entries and the numbers of
 * chains.
 *
 * Ownership: _run/_fini; it must not be moved. One thread at a time, which starts the workers.
 */
#ifndef PREC_REPORT_SCAN_ANALYSIS_H
#define PREC_REPORT_SCAN_ANALYSIS_H

#include "report/scan/analysis_state.h"

/*
 * Counts the samples; the entries are those of the first partition, or all. Borrows file and strings, and adds to
 * strings. Damaged records and blocks are no error: a->counts and a->damage have them. 0 or a negative errno; then
 * nothing is left to free.
 */
int analysis_run(struct analysis *a, const struct perf_file *file, struct strtab *strings,
		 const struct analysis_options *options, struct error *err);

/*
 * Replaces the entries, chains and extra fields by those of the next partition. 1; 0: there is none, and no entries are
 * left; or a negative errno.
 */
int analysis_next(struct analysis *a, struct error *err);

/* Frees it; the analysis may be all zero. */
void analysis_fini(struct analysis *a);

#endif
