/*
 * stat_show: holds the options of prec stat and prec stat report that say how counts are shown; opens the output.
 *
 * Ownership: strings are borrowed; stat_output_open/_close. One thread at a time.
 */
#ifndef PREC_COUNTS_STAT_SHOW_H
#define PREC_COUNTS_STAT_SHOW_H

#include "common/error.h"
#include "common/option.h"
#include "counts/stat_table.h"

#include <stdio.h>

enum stat_style {
	STAT_STYLE_TEXT = 0,
	STAT_STYLE_CSV,
	STAT_STYLE_JSON,
};

struct stat_show {
	enum stat_by by;
	int cache_level; /* with STAT_BY_CACHE; 0: the highest */
	enum stat_merge merge;
	bool is_raw;        /* counts are not scaled */
	bool shows_threads; /* that of struct stat_table */

	enum stat_style style;
	const char *separator; /* with STAT_STYLE_CSV */
	bool groups_digits;    /* as the locale does */
	bool table;            /* with several runs: the time of each */
	bool metrics_only;
	const char *const *metrics; /* names of the metrics that are shown */
	uint32_t n_metrics;         /* 0: all are shown */
	bool hides_zeros;
	bool repeats;       /* several runs were asked for: deviations are shown even if there was one */
	bool summary;       /* with intervals: all counts at the end */
	bool is_summary;    /* stat_print_whole prints that summary */
	bool plain_summary; /* lines of CSV in it do not begin with "summary" */
	bool clears;        /* the screen is cleared before each interval */
	bool hides_idle;    /* threads with a count of 0 are left out */
	bool is_empty;      /* there is no event */

	const char *output; /* the file to write; NULL: none */
	uint64_t log_fd;    /* the descriptor to write to; 0: none. With neither: standard error */
	bool appends;       /* the file is appended to */
};

/* Sets the defaults. */
void stat_show_init(struct stat_show *show);

/* The options; they set members of struct stat_show. */
extern const struct option_group stat_show_group;

/* Checks whether the options can be combined. Call it when all are read. 0 or -EINVAL. */
int stat_show_check(const struct stat_show *show, struct error *err);

/* Where counts are printed. */
struct stat_output {
	FILE *out;  /* NULL: not open */
	int fd;     /* that of `out` */
	int screen; /* fd if it is a terminal, for which `out` masks control characters; else 0 */
};

/*
 * Opens the output; a file keeps its contents until stat_output_begin. The stream is buffered, since a table would take
 * some hundred system calls on standard error: the caller flushes it. 0 or a negative errno.
 */
int stat_output_open(struct stat_output *o, const struct stat_show *show, struct error *err);

/*
 * Prepares the output for the first count: empties a file unless it is appended to, writes the date into it (text and
 * CSV), and for text takes over the environment's LC_NUMERIC. 0 or a negative errno.
 */
int stat_output_begin(struct stat_output *o, const struct stat_show *show, struct error *err);

/* True if the output is the regular file of a path. */
bool stat_output_is_file(const struct stat_output *o, const char *path);

/* Closes the output. 0, or -EIO: not all could be written. */
int stat_output_close(struct stat_output *o, struct error *err);

#endif
