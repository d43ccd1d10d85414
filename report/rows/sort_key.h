/*
 * sort_key: one sort key or field of a report: its name, what of samples it needs, and how its values are told apart,
 * ordered and written.
 *
 * A key is an entry of a table in one of the files sort_keys_*.c; nothing else knows of it. What the keys of most
 * reports have of a row are members of struct row_key; any other key's value stands beside them, in words that only
 * rows of reports with such a key have (struct rows, tuples). Numbers of rows (overhead, period) are entries, too.
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

/* What a key needs of samples. The first ones are the members of struct row_key by which rows are told apart. */
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
	KEY_OF_CPU = 1 << 15,   /* the CPU, in a value of its own */
	KEY_SOCKETS = 1 << 16,  /* which socket a CPU is in */
	KEY_EXACT = 1 << 17,    /* addresses themselves, which callers are not told apart by */
	KEY_LINE = 1 << 18,     /* source lines: frames have them */
	KEY_OF_COMM = 1 << 14,  /* the comm, in a value of its own */
};

/* In which reports a key is known. */
enum sort_key_mode {
	SORT_KEY_ANY,
	SORT_KEY_BRANCH,  /* of branches: -b */
	SORT_KEY_MEMORY,  /* of accesses to memory: --mem-mode */
	SORT_KEY_TRACE,   /* of samples, with fields of tracepoints as keys */
	SORT_KEY_UNKNOWN, /* which report it is has to be seen yet: all are known */
};

/* A value takes up to so many words: the first ones decide the order, all tell rows apart. */
#define SORT_KEY_WORDS 4

/* The sample at hand. */
struct key_sample {
	struct rows *rows;
	const struct column *column;
	const struct sample_entry *entry;
	const struct timeline_snapshot *at;
	uint32_t comm; /* string id, with KEY_COMM or KEY_OF_COMM */
};

/* A part of a breakdown: which entries are of it is up to the key. */
struct sort_key_part {
	const char *name;
	unsigned bits; /* of a field of the sample: it has just these or, with `any`, some of them */
	bool any;
};

/* A number of rows. */
struct sort_key_number {
	/* What a row has, or the place-th member of its group. */
	uint64_t (*of)(const struct rows *r, const struct column *column, const struct row *row, uint32_t place);
	/* What an entry adds to a sum of its own in each row, which `of` reads by rows_sum(); NULL: no sum. */
	uint64_t (*amount)(const struct rows *r, const struct column *column, const struct sample_entry *e);
	bool of_callees; /* the sum is of what functions called, too, as far as rows have that */
	bool share;      /* shown as a percentage of the event's total */
	uint64_t (*total)(const struct rows *r, uint32_t event); /* which; NULL: of the periods */
	/* A breakdown: the share of each part. They end with one without a name; NULL: it is none. */
	const struct sort_key_part *parts;
	/* The number of the part that an entry counts to. */
	unsigned (*part)(const struct rows *r, const struct column *column, const struct sample_entry *e);
	/* Shown otherwise than as a share or a whole number, before the unit (NULL: none); NULL: as that. */
	double (*mean)(const struct rows *r, const struct column *column, const struct row *row, uint32_t place);
	const char *unit;
};

struct sort_key {
	const char *name;
	const char *title;
	uint32_t needs;  /* enum sort_key_needs */
	uint64_t values; /* bits of enum sample_value */
	enum sort_key_mode mode;
	bool whole_name; /* a part of its name does not do: Linux perf does not have it */
	bool unpadded;   /* as the last column of a line, it is as long as it is */
	bool right;      /* stands at the right of its column */
	uint8_t width;   /* of the column, at least; 0: its title's */
	uint8_t n_words; /* of its value; 0: it is the member of struct row_key that `needs` names, or a number */

	/* Of a sample. False without memory. */
	bool (*value)(const struct key_sample *s, uint64_t value[static SORT_KEY_WORDS]);
	/* Or of a function, sampled or a caller, by its frame; FRAMES_NONE: it is not known. */
	bool (*of_frame)(struct rows *r, uint32_t frame, uint64_t value[static SORT_KEY_WORDS]);
	/* Less than 0: a is shown before b. */
	int (*compare)(const struct rows *r, const struct column *column, const uint64_t *a, const uint64_t *b);
	/* Without padding. row may be NULL, where one is not at hand. */
	void (*text)(const struct rows *r, const struct column *column, const struct row *row, const uint64_t *value,
		     char *text, size_t size);
	/* How wide its column is at least for the value, where its text may be shorter; NULL: as its text. */
	int (*text_width)(const struct rows *r, const uint64_t *value, const char *text);
	/* The number that its text shows, for whoever wants no text; NULL: it is none. */
	double (*as_number)(const struct rows *r, const struct row *row, const uint64_t *value);

	const char *nothing; /* what its text says where nothing is known */

	/* Whether rows of an event have it; NULL: all have. */
	bool (*has)(const struct rows *r, const struct column *column, uint32_t event);

	struct sort_key_number number; /* it is a number of rows; `of` NULL: it is none */
};

/* How many sums of its own each row has for it. */
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
