/*
 * stat_show: how counts are shown, as the command lines of prec stat and prec stat report say it.
 *
 * Ownership: strings are borrowed. Threads: no state, any thread.
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
	int cache_level; /* of STAT_BY_CACHE; 0: the highest */
	enum stat_merge merge;
	bool is_raw;        /* counts are not scaled */
	bool shows_threads; /* as of struct stat_table */

	enum stat_style style;
	const char *separator;
	bool groups_digits;
	bool table;
	bool metrics_only;
	const char *const *metrics; /* the names of those that are shown */
	uint32_t n_metrics;         /* 0: all are shown */
	bool hides_zeros;
	bool repeats;       /* several runs: counts have a deviation, also where they are of one run */
	bool summary;       /* intervals have one */
	bool is_summary;    /* what is shown as a whole was shown by intervals before */
	bool plain_summary; /* its lines of CSV do not say that they are of it */
	bool clears;        /* the screen, before each interval */
	bool hides_idle;    /* threads that did nothing are left out */
	bool is_empty;      /* there is no event */

	const char *output; /* the file that it goes to; NULL: standard error */
	uint64_t log_fd;    /* or this descriptor; 0: none */
	bool appends;       /* after what the file has */
};

/* What is so without an option. */
void stat_show_init(struct stat_show *show);

/* The options, of struct stat_show. */
extern const struct option_group stat_show_group;

/* Whether they may stand beside each other, when all are read. 0 or -EINVAL. */
int stat_show_check(const struct stat_show *show, struct error *err);

/*
 * stat_output: where counts are printed to: standard error, a file or a descriptor.
 *
 * Ownership: _open/_close. One thread at a time.
 */

struct stat_output {
	FILE *out;  /* NULL: not open */
	int fd;     /* of it */
	int screen; /* fd, where that is a terminal, for which `out` masks what is printed; 0: it is none */
};

/*
 * Opens it: a stream that is to be flushed, since standard error is not buffered, and a table would be some hundred
 * system calls. A file keeps what it has. 0 or a negative errno.
 */
int stat_output_open(struct stat_output *o, const struct stat_show *show, struct error *err);

/*
 * Before the first count: empties a file that is not to be appended to. Text and CSV in a file begin with the time, and
 * text gets the digits of the environment's locale. 0 or a negative errno.
 */
int stat_output_begin(struct stat_output *o, const struct stat_show *show, struct error *err);

/* Whether it is the file of that path. */
bool stat_output_is_file(const struct stat_output *o, const char *path);

/* 0, or -EIO where not all could be written. */
int stat_output_close(struct stat_output *o, struct error *err);

#endif
