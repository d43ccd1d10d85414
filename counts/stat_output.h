/*
 * stat_output: where counts are printed to: standard error, a file or a descriptor.
 *
 * Ownership: _open/_close. One thread at a time.
 */
#ifndef PREC_COUNTS_STAT_OUTPUT_H
#define PREC_COUNTS_STAT_OUTPUT_H

#include "counts/stat_show.h"

#include <stdio.h>

struct stat_output {
	FILE *out;  /* NULL: not open */
	int fd;     /* of it */
	int screen; /* fd, where that is a terminal, for which `out` masks what is printed; 0: it is none */
};

/*
 * Opens it: a stream that is to be flushed, since standard error is not buffered, and a table would be some hundred
 * system calls. A file keeps what it has. 0 or a negative errno.
 */
int stat_output_open(struct stat_output *o, const struct stat_show *show, struct error *err);

/*
 * Before the first count: empties a file that is not to be appended to. Text and CSV in a file begin with the time, and
 * text gets the digits of the environment's locale. 0 or a negative errno.
 */
int stat_output_begin(struct stat_output *o, const struct stat_show *show, struct error *err);

/* Whether it is the file of that path. */
bool stat_output_is_file(const struct stat_output *o, const char *path);

/* 0, or -EIO where not all could be written. */
int stat_output_close(struct stat_output *o, struct error *err);

#endif
