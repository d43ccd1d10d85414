/*
 * stat_metrics: numbers that are computed from two counts: "0.98 CPUs utilized", "1.21 insn per cycle", "2.10% of all
 * branches". They work on every CPU: no table of events of one model is needed.
 *
 * PMUs of cores have events that the kernel has no generic ones for: what a CPU's slots were used for (topdown), and
 * transactions. Their metrics are those of Linux perf 6.1, tools/perf/util/stat-shadow.c.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_COUNTS_STAT_METRICS_H
#define PREC_COUNTS_STAT_METRICS_H

#include "counts/stat_table.h"

#include <stdbool.h>

#define STAT_METRICS_MAX 2 /* of an event */

/* A number computed from two counts. */
struct stat_metric {
	const char *name; /* as Linux perf 7 has it, "insn_per_cycle"; NULL: it has none */
	double value;
	int digits;       /* after the point, as Linux perf shows it */
	int width;        /* of the number */
	const char *unit; /* "insn per cycle" */
	const char *sign; /* between number and unit: "%", " %", or nothing */
	bool is_known;    /* else the other count is not there or 0 */
	bool is_rate;     /* of the event: its unit is "/sec" and the like */
};

#define STAT_TOPDOWN_NAMES 12

/* The names of the topdown metrics. */
extern const char *const stat_topdown_names[STAT_TOPDOWN_NAMES];

/*
 * Computes the metrics of event `number` in an aggregation, in the order that they are shown in. elapsed: ns that were
 * counted for. in_columns: returns the same metrics in the same units whatever was counted, so that columns can be made
 * of them; those of an event that was not counted are not known. Returns the number of metrics.
 */
int stat_metrics_find(const struct stat_table *t, uint32_t aggr, uint32_t number, double elapsed, bool in_columns,
		      struct stat_metric ret_metrics[STAT_METRICS_MAX]);

#endif
