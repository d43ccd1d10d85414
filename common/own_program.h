/*
 * own_program: the programs that prec consists of, found by each other: beside the one that runs (the build tree, or a
 * folder that holds them all), else where they are installed.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_COMMON_OWN_PROGRAM_H
#define PREC_COMMON_OWN_PROGRAM_H

#include "common/error.h"

#include <errno.h>
#include <limits.h>

/* The folder of this program; without /proc that of the name by which it was started. Points into the buffer. */
const char *own_program_folder(char buffer[static PATH_MAX]);

/* The folder that has the program, or NULL. May point into the buffer. */
const char *own_program_find(const char *program, char buffer[static PATH_MAX]);

/* Becomes the program; returns only when that cannot be: -ENOENT, it is not there, or another negative errno. */
int own_program_run(const char *program, char **argv, struct error *err);

/* What a shell ends with after that. */
static inline int own_program_exit_status(int code)
{
	return code == -ENOENT ? 127 : 126;
}

#endif
