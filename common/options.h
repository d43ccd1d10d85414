/*
 * options: command lines described by a table, from which parsing (getopt_long) and --help are made.
 *
 * Reading stops at the first word that is not an option, so that `prec record -a sleep 5 -x` leaves -x to sleep.
 */
#ifndef PREC_COMMON_OPTIONS_H
#define PREC_COMMON_OPTIONS_H

#include "common/error.h"

#include <stdint.h>
#include <stdio.h>

enum option_flags {
	OPTION_NEGATABLE = 1, /* --no-NAME is taken too (value NULL, negated true); "no-x" gives --x likewise */
	OPTION_ARG_OPTIONAL = 2,
	OPTION_ARG_NEXT = 8,          /* with ARG_OPTIONAL: the next word is the argument if it does not begin with - */
	OPTION_ARG_NEXT_NUMBER = 32,  /* likewise, if it begins with a digit */
	OPTION_ARG_MORE_NUMBERS = 64, /* words after the argument that are whole numbers are arguments of it, too */
	OPTION_EARLY = 128,           /* of a command that reads options in steps: taken before all others */
	OPTION_TWICE = 256,           /* likewise, and again with these */
	OPTION_HIDDEN = 4,            /* taken, not shown by --help */
	OPTION_IGNORED =
		16, /* of Linux perf, and asks for what is done anyway: taken, not shown, no call of the handler */
};

#define OPTION_LETTER_LAST 255 /* the last key that is a letter, too */

struct option_def {
	int key;          /* what the handler gets: the short letter, or a number from 256 up */
	const char *name; /* long name, or NULL: the short letter only */
	const char *arg;  /* the argument's name in --help, NULL: takes none */
	const char *help; /* NULL ends the table; may hold newlines */
	unsigned flags;
};

/*
 * An option whose argument is a whole number, decimal or hexadecimal with 0x. The handler gets only those within the
 * range, see option_number.
 */
struct option_range {
	int key;          /* 0 ends the table */
	const char *name; /* what messages call it: "--jobs" */
	uint64_t lowest, highest;
	const char *word;  /* taken in place of a number; NULL: none is */
	const char *wants; /* what messages say it takes; NULL: "a whole number from ... to ..." */
};

/* An option of Linux perf that there is none of here, for those who type what they know by heart. */
struct option_absent {
	const char *names;   /* as they are typed, "-D --dump-raw-trace"; NULL ends the table */
	const char *instead; /* what to do in its place, or why it is not there */
};

/* What a command takes. */
struct option_table {
	const struct option_def *defs;
	const struct option_range *ranges;  /* NULL: no argument is a number */
	const struct option_absent *absent; /* NULL: there are none */
};

/*
 * Called once for each option in their order, when all are read; not for those that a --no-NAME after them takes back,
 * which is taken for any option. value: its argument or NULL. negated: it was given as --no-NAME.
 * Returns 0, or a negative errno with *err filled, which ends the parsing.
 */
typedef int (*option_handler)(void *context, int key, const char *value, bool negated, struct error *err);

/*
 * Parses argv[1..]. Returns the index of the first word that is no option (argc when there is none) or a negative
 * errno with *err filled. Keys below 256 are also short options.
 */
int options_parse(const struct option_table *table, int argc, char **argv, option_handler handler, void *context,
		  struct error *err);

/*
 * The same for a command that reads one file, which may stand before, after or among the options. *file: NULL, or what
 * the handler has put there. 0 or a negative errno.
 */
int options_parse_file(const struct option_table *table, int argc, char **argv, option_handler handler, void *context,
		       const char **file, struct error *err);

/* Decimal, or hexadecimal with 0x. False: it is no such number, or not below 2^64. */
bool option_whole_number(const char *text, uint64_t *ret_number);

/* The number in an argument that the option's range has let through. */
uint64_t option_number(const char *value);

/*
 * "512K": a number followed by B, K, M or G (also in lower case), as bytes. bare: what a number without a unit is
 * counted in, e.g. the size of a page. False when it is nothing like that, 0, or more than 2^62.
 */
bool option_size(const char *text, uint64_t bare, uint64_t *ret_bytes);

/* The options part of --help. */
void options_print(FILE *out, const struct option_def *defs);

#endif
