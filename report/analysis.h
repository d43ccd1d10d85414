/*
 * analysis: a file's samples counted by what tells them apart, and the timeline to say what they mean.
 *
 *	blocks -> workers (scan) -> merged table + chains + sideband -> timeline -> entries
 *
 * One pass counts samples by raw key (address, process, ...) with the first and last time of each. When it is over all
 * sideband records are known, whatever order the file has them in. A key whose address or comm meant one thing from its
 * first to its last time is done. Only keys that meant several things are counted again, in a second pass, apart for
 * each stretch of time (timeline_epoch). So attribution is exact, nothing is ever sorted but the sideband records and
 * the rows, and memory follows the number of distinct keys.
 *
 * The result does not depend on the number of workers, but for the order of the entries and the numbers of the chains.
 */
#ifndef PREC_REPORT_ANALYSIS_H
#define PREC_REPORT_ANALYSIS_H

#include "report/scan.h"

struct analysis_options {
	struct sample_plan plan;
	unsigned workers; /* 1 to WORKERS_MAX */
	bool want_comm;   /* a thread's comm matters */
	bool want_exits;  /* a thread that has exited has no comm any more, as perf script shows it */
	bool want_spans;  /* for report/ordered.h */
	const struct scan_progress *progress; /* borrowed; NULL: none */
};

struct analysis {
	const struct perf_file *file; /* borrowed */
	struct strtab *strings;       /* borrowed */
	struct timeline timeline;
	struct chain_tree chains;
	struct sample_entry *entries;
	uint64_t n_entries;
	struct scan_counts counts;
	uint64_t *event_samples;
	struct event_losses *event_losses; /* by event, too */
	struct block_span *spans;          /* with want_spans: every block, in the order of the file */
	uint64_t n_spans;
	uint64_t n_recounted; /* keys that took the second pass */
	uint64_t n_damaged;   /* damaged places in the file */
	struct error first_damage;
};

/* Borrows file and strings. 0 or a negative errno; damage is no failure. */
int analysis_run(struct analysis *a, const struct perf_file *file, struct strtab *strings,
		 const struct analysis_options *options, struct error *err);
void analysis_fini(struct analysis *a);

#endif
