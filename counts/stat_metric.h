/*
 * stat_metric: one number that two counts make together.
 */
#ifndef PREC_COUNTS_STAT_METRIC_H
#define PREC_COUNTS_STAT_METRIC_H

#include <stdbool.h>

#define STAT_METRICS_MAX 2 /* of an event */

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

#endif
