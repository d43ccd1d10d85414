/*
 * stat_named: metrics of events that PMUs of cores name and the kernel has no generic ones of: what a CPU's slots were
 * used for (topdown), and transactions. As in Linux perf 6.1, tools/perf/util/stat-shadow.c.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_COUNTS_STAT_NAMED_H
#define PREC_COUNTS_STAT_NAMED_H

#include "counts/stat_finder.h"

#define STAT_TOPDOWN_NAMES 12

/* Of the metrics of topdown. */
extern const char *const stat_topdown_names[STAT_TOPDOWN_NAMES];

/* Adds the metrics of such an event, if it has some. count: in its unit. */
void stat_named_add(struct stat_finder *f, double count);

#endif
