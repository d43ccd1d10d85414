/*
 * scan_shares: counts samples that depend on those before them, in the order of time: of groups that are read together
 * (report/stream/read_shares.h), and with call stacks that are stitched (report/stream/branch_stitch.h).
 */
#ifndef PREC_REPORT_SCAN_SCAN_SHARES_H
#define PREC_REPORT_SCAN_SCAN_SHARES_H

#include "report/scan/scan_worker.h"
#include "report/stream/ordered.h"

/*
 * Counts the samples that scan_run leaves, since what they count depends on their order (plan.by_shares, plan.stitch):
 * takes batches until there are no more. As scan_run.
 */
void scan_run_shares(struct scan *scan, struct scan_worker *w, struct ordered *ordered);

#endif
