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

#endif
