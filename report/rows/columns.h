/*
 * columns: what a report is sorted by and shows: --sort and --fields, in Linux perf's words.
 */
#ifndef PREC_REPORT_ROWS_COLUMNS_H
#define PREC_REPORT_ROWS_COLUMNS_H

#include "common/error.h"
#include "report/rows/sort_key.h"

#include <stdbool.h>
#include <stdio.h>

#define COLUMNS_MAX       64
#define COLUMNS_FIELD_MAX 64

/* One key as a report uses it. */
struct column {
	const struct sort_key *key;
	unsigned slot; /* where its value begins among the words of a row's tuple, or its sum among those of a row */
	/* A field of a tracepoint, and of which one: its name, a part of it, or % and its place from 1; "": any. */
	char field[COLUMNS_FIELD_MAX], event[COLUMNS_FIELD_MAX];
	bool raw;        /* by its type, whatever the print format shows: FIELD/raw */
	int width;       /* at least */
	unsigned braces; /* the number of the pair it stands in, '{comm,dso},sym'; 0: in none */
};

struct columns {
	struct column keys[COLUMNS_MAX]; /* each once, in the order they were named */
	unsigned n_keys;
	uint8_t list[COLUMNS_MAX]; /* what is shown, in that order: places in `keys` */
	unsigned n;
	uint8_t order[COLUMNS_MAX]; /* rows are sorted by these, the first first */
	unsigned n_order;
	uint32_t needs;  /* of all keys together */
	uint64_t values; /* likewise */
	unsigned n_words, n_sums;
	bool of_frames; /* a value is one of a function */
	bool self;      /* overhead is called so, beside children that --fields did not name */
};

/* Numbers that are shown besides overhead. */
enum columns_numbers {
	COLUMNS_CHILDREN = 1, /* "Children" and "Self" in the place of overhead */
	COLUMNS_SAMPLES = 2,
	COLUMNS_PERIOD = 4,
	COLUMNS_LATENCY = 8,      /* before overhead, with COLUMNS_CHILDREN that of callees too */
	COLUMNS_UTILIZATION = 16, /* kernel and user after it */
	COLUMNS_GUESTS = 32,      /* with these: of virtual machines too */
	COLUMNS_SELF_FIRST = 64,  /* with COLUMNS_CHILDREN: rows are ordered by what functions did themselves */
};

/*
 * Makes the columns of `--sort sort` and `--fields fields` (either may be NULL). Without fields overhead and the
 * numbers (enum columns_numbers) come first. A + before the names adds them to what is shown without the option.
 * -EINVAL for a name that is not known, or not in such reports.
 */
int columns_parse(struct columns *ret_columns, const char *sort, const char *fields, unsigned numbers,
		  enum sort_key_mode mode, struct error *err);

/* What a report is sorted by without --sort. */
const char *columns_default_keys(enum sort_key_mode mode);

static inline const struct column *columns_shown(const struct columns *c, unsigned i)
{
	return &c->keys[c->list[i]];
}

/* Whether rows are told apart by some of these members (KEY_COMM ...). */
static inline bool columns_have(const struct columns *c, uint32_t members)
{
	return c->needs & members;
}

/*
 * Leaves the keys of these members (KEY_COMM ...), whose every row has the same value, out of what is shown, unless no
 * key would be left.
 */
void columns_hide(struct columns *c, uint32_t same);

/* The names of all keys and fields, one a line. */
void columns_print_names(FILE *out);

/* The heading: "Shared Object". self: that of overhead is "Self". */
const char *column_title(const struct column *column, bool self);

#endif
