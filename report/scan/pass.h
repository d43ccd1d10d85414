/*
 * pass: scans a file with several workers, and merges what they counted.
 *
 * Ownership: pass_run/pass_fini. One thread at a time, which starts the workers.
 */
#ifndef PREC_REPORT_SCAN_PASS_H
#define PREC_REPORT_SCAN_PASS_H

#include "report/scan/scan_worker.h"

struct pass {
	struct scan scan; /* set by the caller before pass_run */
	struct scan_worker *workers;
	unsigned n; /* number of workers */
};

/* Scans all blocks with n_workers threads. 0 or a negative errno; the caller calls pass_fini in both cases. */
int pass_run(struct pass *p, unsigned n_workers, struct error *err);
void pass_fini(struct pass *p);

/*
 * Counts the samples that pass_run left out: plan.by_shares, plan.stitch. Call it after pass_run. spans: those of all
 * blocks of the file. 0 or a negative errno.
 */
int pass_run_shares(struct pass *p, const struct block_span *spans, uint64_t n_spans, struct error *err);

/*
 * Moves what the workers counted into *ret_table; its keys have numbers of *chains and *values, which are set as well.
 * Both NULL: keys have the same numbers in all workers (scan.all_chains), and keep them. The table may be iterated over
 * only, not searched: its entries need not be in their slots. Each worker merges the keys of some hashes, so no two
 * touch one entry. 0 or -ENOMEM.
 */
int pass_merge(struct pass *p, struct sample_table *ret_table, struct chain_tree *chains, struct value_table *values);

#endif
