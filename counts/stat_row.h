/*
 * stat_row: what is shown of an event in an aggregation; everything is borrowed.
 */
#ifndef PREC_COUNTS_STAT_ROW_H
#define PREC_COUNTS_STAT_ROW_H

#include "counts/stat_metrics.h"

struct stat_row {
	const struct stat_table *table;
	const struct counter_event *event;
	const char *name; /* of the event */
	const struct stat_aggr *aggr;
	enum stat_by by; /* what the aggregation is shown as */
	struct stat_value value;
	struct stat_unit unit;
	const struct stat_metric *metrics;
	int n_metrics;
	int unit_width;     /* of the widest unit, where they are in columns */
	const char *prefix; /* of an interval: its time; or "" */
};

/*
 * stat_columns: metrics that are shown alone, all of an aggregation in one line (--metric-only): what their columns are
 * called. The columns of all lines are the same, whatever was counted.
 *
 * Threads: no state, any thread.
 */

#define STAT_COLUMN_MAX 256 /* bytes of a name, its NUL included */

/* A line: rows of one aggregation, in the order of their events. */
struct stat_line {
	const struct stat_row *rows;
	size_t n;
};

/*
 * How many of the first rows are a line: all, or those of the first cgroup, where each one has the same events.
 */
size_t stat_columns_line(const struct stat_row *rows, size_t n);

/* Whether the columns of two rows are called the same: an event is counted twice. */
bool stat_columns_are_same(const struct stat_row *a, const struct stat_row *b);

/* The cgroup that all of a line are of; NULL: none, or several. */
const char *stat_columns_cgroup(const struct stat_line *line);

/* The name of metric k of row i: the metric's, with the event where another one has the same. Returns text. */
const char *stat_columns_name(const struct stat_line *line, size_t i, int k, char text[STAT_COLUMN_MAX]);

#endif
