/*
 * options: parses a command line by the table of a command's options (common/option.h), and prints its --help.
 *
 * Reading stops at the first word that is not an option, so that `prec record -a sleep 5 -x` leaves -x to sleep.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_COMMON_OPTIONS_H
#define PREC_COMMON_OPTIONS_H

#include "common/option.h"

#include <stdio.h>

/*
 * Parses argv[1..] and sets *options, the struct of the group's rows. Each option is taken in its order, when all are
 * read; not if a --no-NAME after it takes it back, which Linux perf has for every option. Returns the index of the
 * first word that is no option (argc when there is none), or a negative errno with *err filled.
 */
int options_take(const struct option_group *group, void *options, int argc, char **argv, struct error *err);

/*
 * The same for a command that reads one file, which may stand before, after or among the options. *file: NULL, or what
 * an option puts there. 0 or a negative errno.
 */
int options_take_file(const struct option_group *group, void *options, int argc, char **argv, const char **file,
		      struct error *err);

/* The same for a command that reads one file or compares two. files: NULL where there is none. */
int options_take_two(const struct option_group *group, void *options, int argc, char **argv, const char *files[2],
		     struct error *err);

/* Calls the checks of the group and of all groups in it. 0, or -EINVAL of the first that objects. */
int options_check(const struct option_group *group, const void *options, struct error *err);
void options_warn(const struct option_group *group, const void *options);

/* The text of --help. */
void options_help(const struct option_group *group, FILE *out);

/*
 * The same in steps, for a command that does something between. What was read borrows group, options and argv.
 * Ownership: _read/_fini, also after an error.
 */
struct options_given;
int options_read(struct options_given **ret, const struct option_group *group, void *options, int argc, char **argv,
		 struct error *err);
void options_fini(struct options_given *given);

/* Takes those with OPTION_EARLY or OPTION_TWICE, in their order. 0 or a negative errno. */
int options_begin(const struct options_given *given, struct error *err);

/* The argument of the first option of that name, "" where it takes none; NULL: it was not given. */
const char *options_find(const struct options_given *given, const char *name);

/* Takes all others, and those with OPTION_TWICE again. 0 or a negative errno. */
int options_finish(const struct options_given *given, struct error *err);

#endif
