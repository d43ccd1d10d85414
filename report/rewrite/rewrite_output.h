/*
 * rewrite_output: the file or pipe that prec recover and prec convert write.
 *
 * The file is opened before the input and before the sandbox is entered, in which it could not be removed any more. A
 * second process, the guard, does that. It reads no input. It waits for the first process to end, for any reason, and
 * removes the file unless it is finished.
 */
#ifndef PREC_REPORT_REWRITE_REWRITE_OUTPUT_H
#define PREC_REPORT_REWRITE_REWRITE_OUTPUT_H

#include "formats/file/perf_file.h"

#include <stdbool.h>
#include <sys/types.h>

struct rewrite_output {
	int fd;
	const char *path; /* "-" for standard output */
	bool is_pipe;     /* a pipe or standard output: it cannot be truncated or removed */
	char news;        /* what the guard should do with the file now */
	int guard;        /* a pipe to the guard, for each new value of `news`; -1: no guard */
	pid_t guard_pid;
};

/*
 * Opens path. It must not exist, unless it is a named pipe or force is set; an existing file is not changed yet. "-" is
 * standard output, which must not be a terminal. Borrows path. 0 or a negative errno with *err naming the file.
 */
int rewrite_output_open(struct rewrite_output *o, const char *path, bool force, struct error *err);

/* Starts the guard, if there is a file. 0 or a negative errno. */
int rewrite_output_guard(struct rewrite_output *o, struct error *err);

/*
 * Truncates the file, which from then on is removed unless it is finished. It may not be a file of the input. 0 or a
 * negative errno; the file is then unchanged.
 */
int rewrite_output_begin(struct rewrite_output *o, const struct perf_file *input, struct error *err);

/*
 * Closes the file. finished: keep it; otherwise it is removed, if it was created or truncated. 0 or a negative errno:
 * it could not be written completely, and is removed.
 */
int rewrite_output_close(struct rewrite_output *o, bool finished, struct error *err);

#endif
