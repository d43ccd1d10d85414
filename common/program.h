/*
 * program: whether a program can be started by its name, and which one that is.
 */
#ifndef PREC_COMMON_PROGRAM_H
#define PREC_COMMON_PROGRAM_H

#include <limits.h>

/*
 * Whether execvp(3) will find a program: name as it is if it has a slash, otherwise in the folders of PATH, or in the
 * system's default ones without PATH. 0; -ENOENT: there is none; -EACCES: what is there may not be executed by this
 * user, or is a folder. Threads: not beside setenv(3).
 */
int program_find(const char *name);

/* The same; if it is found, ret_path is its path, which is relative where the name or its folder is. */
int program_path(const char *name, char ret_path[static PATH_MAX]);

#endif
