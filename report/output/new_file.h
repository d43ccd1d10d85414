/*
 * new_file: the file or pipe that a command writes, which leaves no half of one.
 *
 * The file is opened before the input and before the sandbox is entered, in which it could not be removed any more. A
 * second process, the guard, opens it and does that. It reads no input. It waits for the first process to end, for any
 * reason, and removes the file unless it is finished.
 */
#ifndef PREC_REPORT_OUTPUT_NEW_FILE_H
#define PREC_REPORT_OUTPUT_NEW_FILE_H

#include "formats/file/perf_file.h"

#include <stdbool.h>
#include <sys/types.h>

struct new_file {
	int fd;
	const char *path; /* "-" for standard output */
	bool is_pipe;     /* a pipe, device or standard output: it cannot be truncated or removed */
	char news;        /* what the guard should do with the file now */
	bool keeps_time;  /* see struct new_file_options; */
	uint64_t time;    /* that time, in ns since 1970; 0: unknown */
	int guard;        /* a socket to the guard, for each new value of `news`; -1: no guard */
	pid_t guard_pid;
};

struct new_file_options {
	bool force;               /* a file that is there may be overwritten */
	const char *force_option; /* what sets force, as messages name it */
	mode_t mode;              /* of a new file, as open(2) takes it */
	bool is_guarded;          /* by a guard; without one this process removes the file, which the sandbox forbids */
	bool keeps_time;          /* the file was modified when the input was: it is the same recording */
};

/*
 * Opens path. It must not exist, unless it is a named pipe or a device, or force is set; an existing file is not
 * changed yet. "-" is standard output, which must not be a terminal. Borrows path. 0 or a negative errno with *err
 * naming the file, and nothing is open.
 */
int new_file_open(struct new_file *o, const char *path, const struct new_file_options *options, struct error *err);

/*
 * Truncates the file, which from then on is removed unless it is finished. It may not be a file of the input. 0 or a
 * negative errno; the file is then unchanged.
 */
int new_file_begin(struct new_file *o, const struct perf_file *input, struct error *err);

/*
 * Closes the file. finished: keep it; otherwise it is removed, if it was created or truncated. 0 or a negative errno:
 * it could not be written completely, and is removed.
 */
int new_file_close(struct new_file *o, bool finished, struct error *err);

#endif
