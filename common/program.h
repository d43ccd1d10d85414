/*
 * program: finds programs: by name in PATH, those of prec itself, and the user's pager.
 *
 * Threads: not beside setenv(3).
 */
#ifndef PREC_COMMON_PROGRAM_H
#define PREC_COMMON_PROGRAM_H

#include "common/error.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>

/*
 * Whether execvp(3) will find a program: name as it is if it has a slash, otherwise in the folders of PATH, or in the
 * system's default ones without PATH. 0; -ENOENT: there is none; -EACCES: what is there may not be executed by this
 * user, or is a folder. Threads: not beside setenv(3).
 */
int program_find(const char *name);

/* Does so, and writes the path, which is relative where the name or its folder in PATH is. */
int program_path(const char *name, char ret_path[static PATH_MAX]);

/*
 * Finds the folder of this program; without /proc, that of the name it was started by. Returns a pointer into the
 * buffer.
 */
const char *own_program_folder(char buffer[static PATH_MAX]);

/*
 * Finds the folder of a program of prec: that of this program (the build tree, or a folder that holds them all), else
 * where they are installed. NULL: in neither. May point into the buffer.
 */
const char *own_program_find(const char *program, char buffer[static PATH_MAX]);

/* Executes a program of prec. Returns only on failure: -ENOENT: it is not there, or another negative errno. */
int own_program_run(const char *program, char **argv, struct error *err);

/* What a shell ends with after that. */
static inline int own_program_exit_status(int code)
{
	return code == -ENOENT ? 127 : 126;
}

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
 * Chooses the pager: PREC_PAGER, else PAGER, else less, if it is installed. An empty value and "cat" mean none. dumb:
 * the terminal cannot move its cursor, so that only PREC_PAGER counts.
 */
struct pager_choice pager_choose(bool dumb);

#endif
