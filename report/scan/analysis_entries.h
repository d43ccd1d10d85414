/*
 * analysis_entries: from what a pass counted to entries, each of which means one thing. Keys that meant several things
 * between their first and last time are counted again, apart for each epoch.
 */
#ifndef PREC_REPORT_SCAN_ANALYSIS_ENTRIES_H
#define PREC_REPORT_SCAN_ANALYSIS_ENTRIES_H

#include "report/scan/analysis_pass.h"

/* Replaces no entries: there are none. The pass is over then, and its workers are freed. 0 or a negative errno. */
int analysis_entries_make(struct analysis *a, struct pass *p, struct error *err);

/* Frees the entries at hand, with their chains and values. */
void analysis_entries_free(struct analysis *a);

#endif
