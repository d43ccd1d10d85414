/*
 * columns: parses what a report shows and is sorted by: --sort and --fields, in Linux perf's words.
 */
#ifndef PREC_REPORT_ROWS_COLUMNS_H
#define PREC_REPORT_ROWS_COLUMNS_H

#include "common/error.h"
#include "report/rows/sort_key.h"

#include <stdbool.h>
#include <stdio.h>

#define COLUMNS_MAX       64
#define COLUMNS_FIELD_MAX 64

/* A key of a report. */
struct column {
	const struct sort_key *key;
	unsigned slot; /* the index of its value in a row's tuple, or of its sum among a row's */
	/* A field of a tracepoint, and the tracepoint: its name, a part of it, or % and its index from 1; "": any. */
	char field[COLUMNS_FIELD_MAX], event[COLUMNS_FIELD_MAX];
	bool is_raw;     /* FIELD/raw: by its type, not by the print format */
	int width;       /* at least */
	unsigned braces; /* the number of its pair of braces, '{comm,dso},sym'; 0: none */
};

struct columns {
	struct column keys[COLUMNS_MAX]; /* each once, in the order they were named */
	unsigned n_keys;
	uint8_t list[COLUMNS_MAX]; /* the shown columns, in order: indices of `keys` */
	unsigned n;
	uint8_t order[COLUMNS_MAX]; /* what rows are sorted by, the first key first: indices of `keys` */
	unsigned n_order;
	uint32_t needs;  /* of all keys together */
	uint64_t values; /* likewise */
	unsigned n_words, n_sums;
	bool of_frames;   /* a value is that of a function */
	bool titled_self; /* overhead is titled "Self", beside children that --fields did not name */
};

/* Numbers that are shown besides overhead. */
enum columns_numbers {
	COLUMNS_CHILDREN = 1, /* "Children" and "Self" instead of overhead */
	COLUMNS_SAMPLES = 2,
	COLUMNS_PERIOD = 4,
	COLUMNS_LATENCY = 8,      /* before overhead, with COLUMNS_CHILDREN that of callees too */
	COLUMNS_UTILIZATION = 16, /* kernel and user after it */
	COLUMNS_GUESTS = 32,      /* with these: those of virtual machines, too */
	COLUMNS_SELF_FIRST = 64,  /* with COLUMNS_CHILDREN: rows are sorted by self */
};

/*
 * Parses `--sort sort` and `--fields fields` (either may be NULL). Without fields, overhead and the numbers (enum
 * columns_numbers) come first. A + before the names adds them to the default. 0; -EINVAL: a name is unknown, or not
 * possible in this mode.
 */
int columns_parse(struct columns *ret_columns, const char *sort, const char *fields, unsigned numbers,
		  enum sort_key_mode mode, struct error *err);

/* Returns the default of --sort. */
const char *columns_default_keys(enum sort_key_mode mode);

static inline const struct column *columns_shown(const struct columns *c, unsigned i)
{
	return &c->keys[c->list[i]];
}

/* True if some of these members (KEY_COMM ...) distinguish rows. */
static inline bool columns_have(const struct columns *c, uint32_t members)
{
	return c->needs & members;
}

/*
 * Hides the keys of these members (KEY_COMM ...), which have one value in all rows, unless no key would be left.
 */
void columns_hide(struct columns *c, uint32_t same);

/* Prints the names of all keys and fields, one a line. */
void columns_print_names(FILE *out);

/* Returns the title: "Shared Object". self: that of overhead is "Self". */
const char *column_title(const struct column *column, bool self);

#endif
