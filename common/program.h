/*
 * program: finds programs: by name in PATH, those of prec itself, and the user's pager.
 *
 * Threads: not at the same time as setenv(3).
 */
#ifndef PREC_COMMON_PROGRAM_H
#define PREC_COMMON_PROGRAM_H

#include "common/error.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>

/*
 * Finds out whether execvp(3) would find a program: by the name itself if it has a slash, otherwise in the folders of
 * PATH, or without PATH in the system's default folders. 0; -ENOENT: there is none; -EACCES: this user may not execute
 * it, or it is a folder.
 */
int program_find(const char *name);

/* Does so, and writes the path, which is relative if the name or its folder in PATH is. */
int program_path(const char *name, char ret_path[static PATH_MAX]);

/*
 * Returns the folder of this program, in the buffer; without /proc that of the name by which it was started.
 */
const char *own_program_folder(char buffer[static PATH_MAX]);

/*
 * Returns the folder of a program of prec: that of this program (in the build tree, or if all are in one folder), or
 * that where they are installed; NULL: it is in neither. The text may be in the buffer.
 */
const char *own_program_find(const char *program, char buffer[static PATH_MAX]);

/* Executes a program of prec. Returns only if that fails: a negative errno; -ENOENT: there is no such program. */
int own_program_run(const char *program, char **argv, struct error *err);

/* Returns the exit status for a failure of own_program_run, as a shell has it. */
static inline int own_program_exit_status(int code)
{
	return code == -ENOENT ? 127 : 126;
}

/* Options for less: end if one screen is enough, pass colors, cut long lines, leave the text on the screen. */
#define LESS_OPTIONS "FRSX"

/* The exit status of a shell that cannot run, or cannot find, a program. */
#define SHELL_CANNOT_RUN 126
#define SHELL_NOT_FOUND  127

struct pager_choice {
	const char *command; /* for the shell; NULL: no pager */
	bool cuts;           /* it cuts long lines, and can show the rest */
	bool colors;         /* it passes colors */
};

/*
 * Chooses the pager: PREC_PAGER, or PAGER, or less if it is installed. An empty value and "cat" mean none. dumb: the
 * terminal cannot move its cursor, so only PREC_PAGER counts.
 */
struct pager_choice pager_choose(bool dumb);

#endif
