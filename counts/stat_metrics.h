/*
 * stat_metrics: what two counts together say of an event: "0.98 CPUs utilized", "1.21 insn per cycle", "of all
 * branches". They need no table of a CPU's own.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_COUNTS_STAT_METRICS_H
#define PREC_COUNTS_STAT_METRICS_H

#include "counts/stat_metric.h"
#include "counts/stat_table.h"

/*
 * Those of an event, by its number, at a place, in the order that they are shown in. elapsed: ns that were counted for.
 * in_columns: the same ones in the same units whatever was counted, so that they can stand below each other; not known
 * where the event has not been counted. Returns how many.
 */
int stat_metrics_find(const struct stat_table *t, uint32_t place, uint32_t number, double elapsed, bool in_columns,
		      struct stat_metric ret_metrics[STAT_METRICS_MAX]);

#endif
