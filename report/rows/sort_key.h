/*
 * sort_key: one sort key or field of a report: its name, what it needs of samples, and how its values are compared and
 * written.
 *
 * A key is a row of a table in one of the files sort_keys_*.c; nothing else knows it. The values of the usual keys are
 * members of struct row_key. The value of another key is words of a tuple, which only rows of reports with such a key
 * have (rows.tuples). Numbers of rows (overhead, period) are keys, too.
 */
#ifndef PREC_REPORT_ROWS_SORT_KEY_H
#define PREC_REPORT_ROWS_SORT_KEY_H

#include "common/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct column;
struct row;
struct rows;
struct sample_entry;
struct timeline_snapshot;

/* What a key needs of samples. The first ones are members of struct row_key that distinguish rows. */
enum sort_key_needs {
	KEY_COMM = 1 << 0,
	KEY_DSO = 1 << 1,
	KEY_SYM = 1 << 2, /* frame */
	KEY_PID = 1 << 3,
	KEY_TID = 1 << 4,
	KEY_CPU = 1 << 5,
	KEY_EVENT = 1 << 6,
	KEY_MEMBERS = (1 << 7) - 1,
	KEY_ADDRESS = 1 << 7,   /* the sample's address and mode */
	KEY_SYMBOL = 1 << 8,    /* the function there */
	KEY_THREAD = 1 << 9,    /* pid and tid */
	KEY_MODE = 1 << 10,     /* user, kernel, guest */
	KEY_CHILDREN = 1 << 11, /* what callees count */
	KEY_TRACE = 1 << 12,    /* formats of tracepoints */
	KEY_CHAIN = 1 << 13,    /* the callchain */
	KEY_OF_CPU = 1 << 15,   /* the CPU, in a separate value */
	KEY_SOCKETS = 1 << 16,  /* which socket a CPU is in */
	KEY_EXACT = 1 << 17,    /* addresses themselves, which do not distinguish callers */
	KEY_LINE = 1 << 18,     /* source lines: frames have them */
	KEY_TYPES = 1 << 19,    /* types of variables, from debug information */
	KEY_OF_COMM = 1 << 14,  /* the comm, in a separate value */
};

/* The reports in which a key is known. */
enum sort_key_mode {
	SORT_KEY_ANY,
	SORT_KEY_BRANCH,  /* of branches: -b */
	SORT_KEY_MEMORY,  /* of accesses to memory: --mem-mode */
	SORT_KEY_TRACE,   /* of samples, with fields of tracepoints as keys */
	SORT_KEY_UNKNOWN, /* the kind of report is not known yet: all keys are */
};

/* The most words of a value: the first ones decide the order, all distinguish rows. */
#define SORT_KEY_WORDS 4

/* The current sample. */
struct key_sample {
	struct rows *rows;
	const struct column *column;
	const struct sample_entry *entry;
	const struct timeline_snapshot *at;
	uint32_t comm; /* string id, with KEY_COMM or KEY_OF_COMM */
};

/* A part of a breakdown; the key decides which entries belong to it. */
struct sort_key_part {
	const char *name;
	unsigned bits; /* of a field of the sample: exactly these or, with `any`, some of them */
	bool any;
};

/* A number of rows. */
struct sort_key_number {
	/* Returns the number of a row for a member of its group. */
	uint64_t (*of)(const struct rows *r, const struct column *column, const struct row *row, uint32_t member);
	/* Returns what an entry adds to a separate sum of its row, which `of` reads by rows_sum(); NULL: no sum. */
	uint64_t (*amount)(const struct rows *r, const struct column *column, const struct sample_entry *e);
	bool of_callees; /* the sum includes callees, as far as rows have these */
	bool is_share;   /* shown as a percentage of the event's total */
	uint64_t (*total)(const struct rows *r, uint32_t event); /* that total; NULL: of periods */
	/* The parts of a breakdown, ended by one without a name; NULL: it is none. */
	const struct sort_key_part *parts;
	/* Returns the index of the part that an entry belongs to. */
	unsigned (*part)(const struct rows *r, const struct column *column, const struct sample_entry *e);
	/* Returns the number to show before the unit (NULL: none); NULL: it is a share or a whole number. */
	double (*mean)(const struct rows *r, const struct column *column, const struct row *row, uint32_t member);
	const char *unit;
};

struct sort_key {
	const char *name;
	const char *title;
	uint32_t needs;  /* enum sort_key_needs */
	uint64_t values; /* bits of enum sample_value */
	enum sort_key_mode mode;
	bool whole_name; /* its name may not be shortened: Linux perf does not have it */
	bool unpadded;   /* not padded as the last column of a line */
	bool is_right;   /* right-aligned */
	uint8_t width;   /* of the column, at least; 0: its title's */
	uint8_t n_words; /* of its value; 0: it is the member of struct row_key that `needs` names, or a number */

	/* Returns the value of a sample. False without memory. */
	bool (*value)(const struct key_sample *s, uint64_t value[static SORT_KEY_WORDS]);
	/* Or returns that of a function, sampled or a caller, by its frame; FRAMES_NONE: not known. */
	bool (*of_frame)(struct rows *r, uint32_t frame, uint64_t value[static SORT_KEY_WORDS]);
	/* Less than 0: a is shown before b. */
	int (*compare)(const struct rows *r, const struct column *column, const uint64_t *a, const uint64_t *b);
	/* Writes the value without padding. row may be NULL. */
	void (*text)(const struct rows *r, const struct column *column, const struct row *row, const uint64_t *value,
		     char *text, size_t size);
	/* Returns the least width of the column for a value; NULL: that of its text. */
	int (*text_width)(const struct rows *r, const uint64_t *value, const char *text);
	/* Returns the value as a number, for outputs without text; NULL: it is none. */
	double (*as_number)(const struct rows *r, const struct row *row, const uint64_t *value);

	const char *nothing; /* the text for an unknown value */

	/* True if rows of an event have it; NULL: all have. */
	bool (*has)(const struct rows *r, const struct column *column, uint32_t event);

	struct sort_key_number number; /* for a number of rows; `of` NULL: it is none */
};

/* Returns how many sums each row has for it. */
static inline unsigned sort_key_sums(const struct sort_key *key)
{
	unsigned n = key->number.amount ? 1 : 0;

	while (key->number.parts && key->number.parts[n].name)
		n++;
	return n;
}

static inline bool sort_key_is_number(const struct sort_key *key)
{
	return key->number.of != NULL;
}

#endif
