/*
 * analysis_pass: one pass of an analysis over all blocks of its file.
 */
#ifndef PREC_REPORT_SCAN_ANALYSIS_PASS_H
#define PREC_REPORT_SCAN_ANALYSIS_PASS_H

#include "report/scan/analysis_state.h"
#include "report/scan/pass.h"

/* What the scans of all passes know of the analysis; the blocks are at the beginning. */
struct scan analysis_scan(struct analysis *a, enum scan_step step);

/*
 * Runs a pass whose scan is set up. The first one has the spans of the blocks, which all need whose samples count what
 * their order says. 0 or a negative errno; pass_fini is called either way.
 */
int analysis_pass(struct analysis *a, struct pass *p, struct error *err);

#endif
