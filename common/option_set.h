/*
 * option_set: lists the options of a group and of all groups in it, each with the struct that it sets.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_COMMON_OPTION_SET_H
#define PREC_COMMON_OPTION_SET_H

#include "common/option.h"

#define OPTION_SET_MAX 256 /* options after these are missing, which tests would notice */

struct option_bound {
	const struct option *option; /* a group with a title comes before its options */
	char *options;               /* the struct that it sets; NULL: nothing is parsed */
	int letter;                  /* 0: it has none, or an option before it has the letter */
};

struct option_set {
	struct option_bound bound[OPTION_SET_MAX];
	const struct option *absent[OPTION_SET_MAX];
	size_t n, n_absent;
};

/* Fills the set. options: the struct of the group's rows; NULL: nothing is parsed. */
void option_set_fill(struct option_set *set, const struct option_group *group, void *options);

/* Return the option with a letter or a whole long name; NULL: there is none. */
const struct option_bound *option_set_letter(const struct option_set *set, int letter);
const struct option_bound *option_set_name(const struct option_set *set, const char *name, size_t size);

/* Returns the row of OPTION_ABSENT that has this word ("-D", "--itrace"); NULL: there is none. */
const struct option *option_set_absent(const struct option_set *set, const char *word, size_t size);

/*
 * True if the name, size bytes without "--", is the option's name with "no-" before it, or without the "no-" that the
 * option's name begins with.
 */
bool option_is_opposite(const struct option *option, const char *name, size_t size);

/* True if the row stands for all options of a group. */
bool option_is_group(const struct option *option);

/* True if the row is the end of a table. */
bool option_is_end(const struct option *option);

/* Returns the struct or member that a row sets; options: the struct of its table. NULL: options is NULL. */
void *option_member(const struct option *option, void *options);

#endif
