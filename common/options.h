/*
 * options: parses a command line by the table of a command's options (common/option.h), and prints --help.
 *
 * Parsing ends at the first word that is no option, so that in `prec record -a sleep 5 -x` the -x is sleep's.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_COMMON_OPTIONS_H
#define PREC_COMMON_OPTIONS_H

#include "common/option.h"

#include <stdio.h>

/*
 * Parses the words from argv[1] on, and sets *options, the struct of the group's rows. When all words are parsed, the
 * options are taken in their order, without those that a later --no-NAME takes back; as in Linux perf, every option
 * has one. Returns the index of the first word that is no option, argc if there is none; or a negative errno.
 */
int options_take(const struct option_group *group, void *options, int argc, char **argv, struct error *err);

/*
 * Does so for a command that reads one file, whose path may be before, between or after the options. *file is set to
 * it; it is NULL before, or set by an option. 0 or a negative errno.
 */
int options_take_file(const struct option_group *group, void *options, int argc, char **argv, const char **file,
		      struct error *err);

/* Does so for a command that reads one file or compares two. files: the paths; NULL: there is none. */
int options_take_two(const struct option_group *group, void *options, int argc, char **argv, const char *files[2],
		     struct error *err);

/* Calls the `check` of the group and of all groups in it. 0, or the error of the first that fails. */
int options_check(const struct option_group *group, const void *options, struct error *err);

/* Calls the `warn_unused` of the group and of all groups in it. */
void options_warn(const struct option_group *group, const void *options);

/* Prints the text of --help. */
void options_help(const struct option_group *group, FILE *out);

/* --- in steps, for a command that does something between them ------------------- */

struct options_given;

/*
 * Parses the words as options_take, and takes no option. *ret borrows group, options and argv; options_fini frees it,
 * also after an error. Returns as options_take.
 */
int options_read(struct options_given **ret, const struct option_group *group, void *options, int argc, char **argv,
		 struct error *err);
void options_fini(struct options_given *given);

/* Takes the options with OPTION_EARLY or OPTION_TWICE, in their order. 0 or a negative errno. */
int options_begin(const struct options_given *given, struct error *err);

/* Returns the argument of the first option with this long name; "": without an argument; NULL: it was not given. */
const char *options_find(const struct options_given *given, const char *name);

/* Takes all options but those with OPTION_EARLY, in their order. 0 or a negative errno. */
int options_finish(const struct options_given *given, struct error *err);

#endif
