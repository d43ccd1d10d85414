/*
 * stat_print: prints what was counted as text, CSV or JSON, in the forms of Linux perf's stat (tools/perf/util/
 * stat-display.c), which programs read.
 *
 * Ownership: everything is borrowed. One thread at a time.
 */
#ifndef PREC_COUNTS_STAT_PRINT_H
#define PREC_COUNTS_STAT_PRINT_H

#include "counts/stat_row.h"
#include "counts/stat_show.h"

#include <stdio.h>
#include <sys/resource.h>

struct stat_printer {
	const struct stat_show *show;
	const char *target; /* printed above the counts: "'sleep 1'", "process id '1'" */
	FILE *out;
	int screen;           /* that of struct stat_output */
	uint64_t n_intervals; /* printed so far */
	int unit_width;       /* width of the widest unit of the table */
	int name_width;       /* width of the column of names */
};

/* How rows are written in a form. A line has at least one row. */
struct stat_form {
	void (*row)(const struct stat_printer *p, const struct stat_row *row);       /* a row */
	void (*names)(const struct stat_printer *p, const struct stat_line *line);   /* names of columns of metrics */
	void (*metrics)(const struct stat_printer *p, const struct stat_line *line); /* a line of metrics */
};

/* True if rows have a deviation. */
bool stat_print_has_deviation(const struct stat_printer *p, const struct stat_table *table);

extern const struct stat_form stat_form_text, stat_form_csv, stat_form_json;

/* Prints the counts of an interval. since: its end, in ns from the beginning of the run. */
void stat_print_interval(struct stat_printer *p, const struct stat_table *table, uint64_t since);

/*
 * Prints all counts once. usage: that of the command, for its CPU times, or NULL. times: ns of each run; read only with
 * show->table and several runs. 0, or -EIO: not all could be written.
 */
int stat_print_whole(struct stat_printer *p, const struct stat_table *table, const struct rusage *usage,
		     const uint64_t *times);

#endif
