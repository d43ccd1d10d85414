/*
 * analysis_stacks: what an analysis needs to unwind user stacks as it counts their samples.
 */
#ifndef PREC_REPORT_SCAN_ANALYSIS_STACKS_H
#define PREC_REPORT_SCAN_ANALYSIS_STACKS_H

#include "report/scan/analysis_state.h"
#include "report/scan/pass.h"

/* Whether samples of the file have stacks that are to be unwound: the timeline then comes first. */
bool analysis_stacks_wanted(const struct analysis *a);

/* After the timeline is there, before samples are counted. 0 or -ENOMEM. */
int analysis_stacks_open(struct analysis *a, struct error *err);

/* Adds what the workers of a pass counted of stacks, and of chains that came later. */
void analysis_stacks_count(struct analysis *a, const struct pass *p);

/* Forgets the files, which are those of the timeline, and what was counted. */
void analysis_stacks_close(struct analysis *a);

#endif
