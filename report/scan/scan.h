/*
 * scan: counts the samples in the blocks of a file, for one worker, and keeps the sideband records.
 *
 * This is the hot loop. It decodes no more of a sample than the plan needs, and looks up no names.
 */
#ifndef PREC_REPORT_SCAN_SCAN_H
#define PREC_REPORT_SCAN_SCAN_H

#include "report/scan/scan_worker.h"
#include "report/stream/ordered.h"

/*
 * Takes blocks until there are no more; with SCAN_AGAIN, also until the tables are full. Errors are in w->error: those
 * of reading a block, -ENOMEM, or -EBADMSG: the block index is wrong (SCAN_SIDEBAND).
 */
void scan_run(struct scan *scan, struct scan_worker *w);

/*
 * Takes batches in the order of time until there are no more, and counts the samples that scan_run leaves out because
 * they depend on earlier ones: samples of a group (plan.by_shares, report/stream/read_shares.h), and samples with
 * stitched call stacks (plan.stitch, report/stream/branch_stitch.h). Errors are in w->error.
 */
void scan_run_shares(struct scan *scan, struct scan_worker *w, struct ordered *ordered);

#endif
