/*
 * columns: what a report is sorted by and shows: --sort and --fields, in Linux perf's words.
 */
#ifndef PREC_REPORT_PROFILE_COLUMNS_H
#define PREC_REPORT_PROFILE_COLUMNS_H

#include "common/error.h"

#include <stdio.h>

#include <stddef.h>

enum column_kind {
	/* numbers */
	COLUMN_OVERHEAD,
	COLUMN_CHILDREN,
	COLUMN_SAMPLE,
	COLUMN_PERIOD,
	/* keys: what tells rows apart */
	COLUMN_COMM,
	COLUMN_DSO,
	COLUMN_SYM,
	COLUMN_PID,  /* shows tid:comm, as perf's pid does */
	COLUMN_TGID, /* the process */
	COLUMN_TID,
	COLUMN_CPU,
	COLUMN_EVENT,
	COLUMN_TRACE, /* what tracepoints say */
	COLUMN_KINDS,
};

#define COLUMN_FIRST_KEY COLUMN_COMM
#define COLUMNS_MAX      32

struct columns {
	enum column_kind list[COLUMNS_MAX]; /* in the order shown */
	unsigned n;
	enum column_kind order[COLUMNS_MAX]; /* rows are sorted by these, the first first */
	unsigned n_order;
	bool has[COLUMN_KINDS];
};

/* Numbers that are shown besides overhead. */
enum columns_numbers {
	COLUMNS_CHILDREN = 1, /* "Children" and "Self" in the place of overhead */
	COLUMNS_SAMPLES = 2,
	COLUMNS_PERIOD = 4,
};

/*
 * Makes the columns of `--sort sort` and `--fields fields` (either may be NULL). Without fields overhead and the
 * numbers (enum columns_numbers) come first. A + before the names adds them to what is shown without the option.
 * -EINVAL with the names there are for a name that is not known.
 */
int columns_parse(struct columns *ret_columns, const char *sort, const char *fields, unsigned numbers,
		  struct error *err);

/*
 * Leaves the kinds marked in `same`, whose every row has the same value, out of what is shown, unless no key would be
 * left.
 */
void columns_hide(struct columns *c, const bool same[static COLUMN_KINDS]);

/* The names of all keys and fields, one a line. */
void columns_print_names(FILE *out);

/* The heading: "Shared Object". With children, overhead is "Self". */
const char *column_title(enum column_kind kind, bool children);

#endif
