/*
 * pager_choice: which program a user wants to read what does not fit on a screen with.
 *
 * Threads: not beside setenv(3).
 */
#ifndef PREC_COMMON_PAGER_CHOICE_H
#define PREC_COMMON_PAGER_CHOICE_H

#include <stdbool.h>

/* Options for less: end where one screen is enough, let colors through, cut lines, leave the text on the screen. */
#define LESS_OPTIONS "FRSX"

/* What a shell exits with when it cannot run (126) or find (127) a program. */
#define SHELL_CANNOT_RUN 126
#define SHELL_NOT_FOUND  127

struct pager_choice {
	const char *command; /* for the shell; NULL: none */
	bool cuts;           /* it cuts lines that are too long, and shows the rest to who asks for it */
	bool colors;         /* it lets colors through */
};

/*
 * PREC_PAGER, else PAGER, else less, if it is installed. An empty value and "cat" mean none. dumb: the terminal cannot
 * move its cursor, so that only PREC_PAGER counts.
 */
struct pager_choice pager_choose(bool dumb);

#endif
