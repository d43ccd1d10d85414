/*
 * stat_metrics: what two counts together say of an event: "0.98 CPUs utilized", "1.21 insn per cycle", "of all
 * branches". They need no table of a CPU's own.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_COUNTS_STAT_METRICS_H
#define PREC_COUNTS_STAT_METRICS_H

#include "counts/stat_table.h"

#define STAT_METRICS_MAX 2

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

/*
 * Those of an event, by its number, at a place, in the order that they are shown in. elapsed: ns that were counted for.
 * in_columns: the same ones in the same units whatever was counted, so that they can stand below each other; not known
 * where the event has not been counted. Returns how many.
 */
int stat_metrics_find(const struct stat_table *t, uint32_t place, uint32_t number, double elapsed, bool in_columns,
		      struct stat_metric ret_metrics[STAT_METRICS_MAX]);

#endif
