/*
 * scan: one worker's way through the blocks of a file: samples are counted, sideband records kept, all others counted.
 *
 * This is the hot loop. It decodes no more of a sample than the plan asks for, and looks up no name.
 */
#ifndef PREC_REPORT_SCAN_SCAN_H
#define PREC_REPORT_SCAN_SCAN_H

#include "report/scan/scan_worker.h"
#include "report/stream/ordered.h"

/*
 * scan_shares: counts samples that depend on those before them, in the order of time: of groups that are read together
 * (report/stream/read_shares.h), and with call stacks that are stitched (report/stream/branch_stitch.h).
 */

/*
 * Counts the samples that scan_run leaves, since what they count depends on their order (plan.by_shares, plan.stitch):
 * takes batches until there are no more. As scan_run.
 */
void scan_run_shares(struct scan *scan, struct scan_worker *w, struct ordered *ordered);

/* Takes blocks until there are no more. What goes wrong is in w->error. */
void scan_run(struct scan *scan, struct scan_worker *w);

#endif
