/*
 * sandbox_landlock: nothing is executed, written, made or removed any more but in the places named.
 */
#ifndef PREC_REPORT_SANDBOX_SANDBOX_LANDLOCK_H
#define PREC_REPORT_SANDBOX_SANDBOX_LANDLOCK_H

#include <stdbool.h>

/* What may still be done in and below a directory. */
enum sandbox_right {
	SANDBOX_WRITE = 1,      /* write to files that are there, or that have no name (O_TMPFILE) */
	SANDBOX_MAKE_FILES = 2, /* make, rename and remove ordinary files */
	SANDBOX_MAKE_LINKS = 4, /* make symbolic links */
};

struct sandbox_place {
	int fd;
	unsigned rights;
};

/* Needs no-new-privileges. True: in force, for this thread and those it starts. */
bool sandbox_landlock(const struct sandbox_place *places, unsigned n_places);

#endif
