/*
 * pass: one scan of a file by several workers, and their parts put together.
 */
#ifndef PREC_REPORT_SCAN_PASS_H
#define PREC_REPORT_SCAN_PASS_H

#include "report/scan/scan_worker.h"

struct pass {
	struct scan scan;
	struct scan_worker *workers;
	unsigned n;
};

/* Scans all blocks. 0 or a negative errno; pass_fini is called either way. */
int pass_run(struct pass *p, unsigned n_workers, struct error *err);
void pass_fini(struct pass *p);

/*
 * After pass_run, for a plan by shares or with stitching: counts the samples that it left. spans: of all blocks of the
 * file. 0 or a negative errno.
 */
int pass_run_shares(struct pass *p, const struct block_span *spans, uint64_t n_spans, struct error *err);

/*
 * pass_merge: what the workers of a pass have counted, put together by them: each merges the keys of a part of the
 * hashes, so that no two touch the same entry.
 */

/*
 * Moves what the workers counted into one table, whose chains are in `chains`, and tuples in `values`. The table can be
 * gone through only: its entries need not stand where they would be looked for. These: empty ones, or both NULL where
 * keys hold the numbers of those they all share. 0 or -ENOMEM.
 */
int pass_merge(struct pass *p, struct sample_table *ret_table, struct chain_tree *chains, struct value_table *values);

#endif
