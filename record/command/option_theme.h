/*
 * option_theme: the options of prec record, each in one place: its line of help, the range of its number, what it does.
 *
 * Options of a theme are a table in a file of their own, with what they exclude and what they have no effect without.
 * command_line.c lists the themes.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_COMMAND_OPTION_THEME_H
#define PREC_RECORD_COMMAND_OPTION_THEME_H

#include "common/error.h"
#include "common/options.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct record_options;

/* A member of struct record_options; no option is for its first one, which has the number 0. */
#define OPTION_MEMBER(member) offsetof(struct record_options, member)

/*
 * What it does is one of the actions; an option whose argument is optional may have one for either form. None is
 * called for a flag with OPTION_IGNORED.
 */
struct record_option {
	int letter;       /* 0: it has a long name only */
	const char *name; /* this, arg, help and flags are as in struct option_def */
	const char *arg;
	const char *help; /* NULL ends the table */
	unsigned flags;
	struct option_range range; /* of a number; its key does not matter; no name: the argument is no number */

	size_t flag;                                                                  /* a bool that becomes true */
	size_t text;                                                                  /* a string that is borrowed */
	void (*set)(struct record_options *o);                                        /* without an argument */
	void (*set_number)(struct record_options *o, uint64_t number);                /* with a number of the range */
	int (*parse)(struct record_options *o, const char *value, struct error *err); /* 0 or a negative errno */
	void (*negate)(struct record_options *o); /* --no-NAME, of OPTION_NEGATABLE */
};

struct option_theme {
	const struct record_option *options;
	/* Whether they may stand beside each other and all others, when all are read. 0 or -EINVAL. NULL: always. */
	int (*check)(const struct record_options *o, struct error *err);
	/* Logs which have no effect beside the others. NULL: each has one. */
	void (*warn)(const struct record_options *o);
};

#define OPTION_LISTS_MAX 160 /* more are not read and not shown: tests would notice */

/* The themes as common/options.h takes them. */
struct option_lists {
	struct option_table table; /* of what follows */
	const struct record_option *options[OPTION_LISTS_MAX];
	struct option_def defs[OPTION_LISTS_MAX + 1];
	struct option_range ranges[OPTION_LISTS_MAX + 1];
	size_t n, n_ranges;
};

/* themes: ended by NULL. The lists stay where they are while the table is used. */
void option_lists_fill(struct option_lists *lists, const struct option_theme *const *themes,
		       const struct option_absent *absent);

/* Does what the option of the key in the table does. 0 or a negative errno. */
int option_lists_take(const struct option_lists *lists, struct record_options *o, int key, const char *value,
		      bool negated, struct error *err);

/*
 * Parses the command line as options_parse does. themes: ended by NULL. Returns the index of the first word that is no
 * option, or a negative errno.
 */
int option_themes_parse(const struct option_theme *const *themes, const struct option_absent *absent, int argc,
			char **argv, struct record_options *o, struct error *err);

/* Checks all themes. 0, or -EINVAL of the first that objects. */
int option_themes_check(const struct option_theme *const *themes, const struct record_options *o, struct error *err);

void option_themes_warn(const struct option_theme *const *themes, const struct record_options *o);

/* The options part of --help. */
void option_themes_print(FILE *out, const struct option_theme *const *themes);

#endif
