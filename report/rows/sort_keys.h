/*
 * sort_keys: the table of all sort keys and fields, and what its files share.
 */
#ifndef PREC_REPORT_ROWS_SORT_KEYS_H
#define PREC_REPORT_ROWS_SORT_KEYS_H

#include "report/rows/sort_key.h"

/* Lists, each ended by a key without a name. */
extern const struct sort_key sort_keys_common[];    /* known of all samples */
extern const struct sort_key sort_keys_numbers[];   /* what rows count */
extern const struct sort_key sort_keys_source[];    /* where in the source */
extern const struct sort_key sort_keys_weights[];   /* what a sample cost */
extern const struct sort_key sort_keys_latency[];   /* what ran at the same time */
extern const struct sort_key sort_keys_system[];    /* where on the machine, and when */
extern const struct sort_key sort_keys_trace[];     /* what tracepoints say */
extern const struct sort_key sort_keys_branch[];    /* branches */
extern const struct sort_key sort_keys_memory[];    /* accesses to memory */
extern const struct sort_key sort_keys_breakdown[]; /* what kinds of accesses a row has */
extern const struct sort_key sort_keys_types[];     /* what the instructions access */
extern const struct sort_key sort_keys_undecoded[]; /* what is not known here */

/* The width of a share. */
#define SORT_KEY_SHARE_WIDTH 8

/* --- for the entries of the tables ---------------------------------------------------------------------------- */

/* Returns the number of the sample that the key's `values` names; it names one only. */
uint64_t sort_key_sample(const struct rows *r, const struct column *column, const struct sample_entry *e);

/* Returns that number as the value. */
bool sort_key_sample_value(const struct key_sample *s, uint64_t value[static SORT_KEY_WORDS]);

/* Makes a string a word of a value. False without memory. */
bool sort_key_intern(const struct key_sample *s, const char *text, uint64_t *ret_word);

/* Compare the first word: a number ascending, descending, or signed; a string by its letters. */
int sort_key_upwards(const struct rows *r, const struct column *column, const uint64_t *a, const uint64_t *b);
int sort_key_downwards(const struct rows *r, const struct column *column, const uint64_t *a, const uint64_t *b);
int sort_key_signed(const struct rows *r, const struct column *column, const uint64_t *a, const uint64_t *b);
int sort_key_words(const struct rows *r, const struct column *column, const uint64_t *a, const uint64_t *b); /* two */
int sort_key_strings(const struct rows *r, const struct column *column, const uint64_t *a, const uint64_t *b);
int sort_key_strings_downwards(const struct rows *r, const struct column *column, const uint64_t *a, const uint64_t *b);

/* Writes the first word, a string. */
void sort_key_put_string(const struct rows *r, const struct column *column, const struct row *row,
			 const uint64_t *value, char *text, size_t size);

/* Write or return the first word, a number. */
void sort_key_put_number(const struct rows *r, const struct column *column, const struct row *row,
			 const uint64_t *value, char *text, size_t size);
double sort_key_number(const struct rows *r, const struct row *row, const uint64_t *value);

/* Write, in at least three columns, or return the first word, an int32_t. */
void sort_key_put_signed(const struct rows *r, const struct column *column, const struct row *row,
			 const uint64_t *value, char *text, size_t size);
double sort_key_signed_number(const struct rows *r, const struct row *row, const uint64_t *value);

/* The first word decides the order, the second is the text, a string. */
int sort_key_labels(const struct rows *r, const struct column *column, const uint64_t *a, const uint64_t *b);
void sort_key_put_label(const struct rows *r, const struct column *column, const struct row *row, const uint64_t *value,
			char *text, size_t size);

/* Return the sum of what entries add, its mean over the samples, and that in tenths, as it is shown. */
uint64_t sort_key_sum(const struct rows *r, const struct column *column, const struct row *row, uint32_t member);
double sort_key_mean(const struct rows *r, const struct column *column, const struct row *row, uint32_t member);
uint64_t sort_key_mean_tenths(const struct rows *r, const struct column *column, const struct row *row,
			      uint32_t member);

/*
 * Finds the caller of an entry that -p names. 1, with *ret_parent, a string of the profile's names; 0 and NULL: there
 * is none; -ENOMEM.
 */
int sort_key_parent(struct rows *r, const struct sample_entry *e, const struct timeline_snapshot *at,
		    const char **ret_parent);

/* Writes "[k] name" of a frame, as Linux perf shows it. */
void sort_key_put_frame(const struct rows *r, uint32_t frame, char level, char *text, size_t size);

/* Writes "[k] 0xffffffff81000000"; as in Linux perf, address 0 is without 0x. */
void sort_key_put_address(char level, uint64_t addr, char *text, size_t size);

/* --- for all others ------------------------------------------------------------------------------------------- */

/* The key for fields of tracepoints, by the name in the column; it is in no list. */
extern const struct sort_key sort_key_trace_field;

/*
 * True if such a column belongs to an event, by its name and number. As in Linux perf "%2" is the second event, a name
 * with a colon must be complete, and another one may be a part of the event's.
 */
bool sort_key_field_is_of(const struct column *column, const char *name, uint32_t event);

/* Returns the i-th of all keys, in the order in which names are tried; NULL: there is none. */
const struct sort_key *sort_keys_at(size_t i);

/*
 * Finds a key by its name or, as in Linux perf, its first letters in either case: the first match among the keys of
 * such reports or, if there is none, among all. field: numbers are tried first. NULL: there is none.
 */
const struct sort_key *sort_keys_find(const char *name, size_t size, bool field, enum sort_key_mode mode);

/* True if a key is known in such reports. */
static inline bool sort_key_known(const struct sort_key *key, enum sort_key_mode mode)
{
	return key->mode == SORT_KEY_ANY || key->mode == mode || mode == SORT_KEY_UNKNOWN;
}

/* Fills *err with the known names and a suggestion. Returns -EINVAL. */
int sort_keys_unknown(const char *name, size_t size, struct error *err);

#endif
