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
	const char *target; /* of the head: "'sleep 1'", "process id '1'" */
	FILE *out;
	int screen;           /* as of struct stat_output */
	uint64_t n_intervals; /* that were printed */
	int unit_width;       /* of the widest unit of the table that is printed */
	int name_width;       /* of its column of names */
};

/* How rows are written. */
struct stat_form {
	void (*row)(const struct stat_printer *p, const struct stat_row *row);
	/* A line of metrics alone (counts/stat_row.h), of one row at least, and before all of them their names. */
	void (*names)(const struct stat_printer *p, const struct stat_line *line);
	void (*metrics)(const struct stat_printer *p, const struct stat_line *line);
};

/* Whether fields for the deviation are there. */
bool stat_print_has_deviation(const struct stat_printer *p, const struct stat_table *table);

extern const struct stat_form stat_form_text, stat_form_csv, stat_form_json;

/* since: ns, the end of an interval. */
void stat_print_interval(struct stat_printer *p, const struct stat_table *table, uint64_t since);

/*
 * All that was counted, once. usage: of a command, or NULL. times: ns that each of the runs took. 0, or -EIO
 * where not all could be written.
 */
int stat_print_whole(struct stat_printer *p, const struct stat_table *table, const struct rusage *usage,
		     const uint64_t *times);

#endif
