/*
 * option_set: the options of a group and of all groups in it, in one list, each with the struct that it sets.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_COMMON_OPTION_SET_H
#define PREC_COMMON_OPTION_SET_H

#include "common/option.h"

#define OPTION_SET_MAX 256 /* more are not taken and not shown: tests would notice */

struct option_bound {
	const struct option *option; /* a group with a title stands before its options */
	char *options;               /* the struct that it sets; NULL where none is parsed into */
	int letter;                  /* 0: none, or that of an option before it */
};

struct option_set {
	struct option_bound bound[OPTION_SET_MAX];
	const struct option *absent[OPTION_SET_MAX];
	size_t n, n_absent;
};

/* options: NULL where nothing is parsed. */
void option_set_fill(struct option_set *set, const struct option_group *group, void *options);

/* The option of a letter, or of a whole name; NULL: there is none. */
const struct option_bound *option_set_letter(const struct option_set *set, int letter);
const struct option_bound *option_set_name(const struct option_set *set, const char *name, size_t size);

/* The row of perf's options that has this word ("-D", "--itrace"); NULL: there is none. */
const struct option *option_set_absent(const struct option_set *set, const char *word, size_t size);

/* The name of --no-NAME: without "no-" that of an option which is named so. Size bytes are what of it follows "--". */
bool option_is_opposite(const struct option *option, const char *name, size_t size);

/* Whether a row is all options of a group; of a table: whether it is none, but the end. */
bool option_is_group(const struct option *option);
bool option_is_end(const struct option *option);

/* The struct or member that a row of options names. */
void *option_member(const struct option *option, void *options);

#endif
