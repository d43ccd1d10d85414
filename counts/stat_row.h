/*
 * stat_row: holds what is shown of an event in an aggregation, and names the columns of --metric-only.
 *
 * Ownership: everything is borrowed. Threads: no state, any thread.
 */
#ifndef PREC_COUNTS_STAT_ROW_H
#define PREC_COUNTS_STAT_ROW_H

#include "counts/stat_metrics.h"

struct stat_row {
	const struct stat_table *table;
	const struct counter_event *event;
	const char *name; /* that of the event */
	const struct stat_aggr *aggr;
	enum stat_by by; /* what the aggregation is shown as: that of the table, or STAT_BY_CORE for a CPU */
	struct stat_value value;
	struct stat_unit unit;
	const struct stat_metric *metrics;
	int n_metrics;
	int unit_width;     /* width of the widest unit in the table */
	const char *prefix; /* the beginning of lines: the time of an interval, a word for a summary, or "" */
};

#define STAT_COLUMN_MAX 256 /* limit of a column's name in bytes, with its NUL */

/*
 * A line of metrics (--metric-only): rows of one aggregation, in the order of their events. All lines have the same
 * columns, whatever was counted.
 */
struct stat_line {
	const struct stat_row *rows;
	size_t n;
};

/* Returns how many rows make a line: those of the first cgroup if all cgroups have the same events, else all n. */
size_t stat_columns_line(const struct stat_row *rows, size_t n);

/* True if the columns of two rows have the same names: an event is counted twice. */
bool stat_columns_are_same(const struct stat_row *a, const struct stat_row *b);

/* Returns the cgroup of all rows of a line; NULL: they have none, or several. */
const char *stat_columns_cgroup(const struct stat_line *line);

/*
 * Writes the name of the column of metric k of row i: that of the metric, with the event if the name occurs again in
 * the line. Returns text.
 */
const char *stat_columns_name(const struct stat_line *line, size_t i, int k, char text[STAT_COLUMN_MAX]);

#endif
