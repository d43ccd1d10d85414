/*
 * rewrite_output: the file or pipe that prec recover and prec convert write.
 *
 * A file is opened before the input and before the sandbox is entered, in which nothing can be removed any more. That
 * is then done by a second process, the guard, which reads no input: it waits for the first one to end, in whatever
 * way, and removes the file unless it was finished.
 */
#ifndef PREC_REPORT_REWRITE_REWRITE_OUTPUT_H
#define PREC_REPORT_REWRITE_REWRITE_OUTPUT_H

#include "formats/file/perf_file.h"

#include <stdbool.h>
#include <sys/types.h>

struct rewrite_output {
	int fd;
	const char *path; /* "-" for standard output */
	bool is_pipe;     /* or whatever standard output is: nothing in it can be sought, emptied or removed */
	char news;        /* what would become of the file now */
	int guard;        /* a pipe to it: each byte is such news; -1: there is none */
	pid_t guard_pid;
};

/*
 * Opens path, which must not be there yet unless it is a named pipe or force is set; what is there is left as it is for
 * now. "-" is standard output, which must not be a terminal. path must last as long as *o. 0 or a negative errno with
 * *err naming the file.
 */
int rewrite_output_open(struct rewrite_output *o, const char *path, bool force, struct error *err);

/* Starts the guard, where there is a file. 0 or a negative errno. */
int rewrite_output_guard(struct rewrite_output *o, struct error *err);

/*
 * Empties the file, which from now on is removed unless it is finished. It may not be one of the
 * input's. 0 or a negative errno; the file is then as it was.
 */
int rewrite_output_begin(struct rewrite_output *o, const struct perf_file *input, struct error *err);

/*
 * Closes the file. finished: it is kept, else it is removed if it was made or begun. 0 or a negative errno: it could
 * not be written to its end, and is removed.
 */
int rewrite_output_close(struct rewrite_output *o, bool finished, struct error *err);

#endif
