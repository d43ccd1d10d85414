/*
 * output_stream: what a command writes as a stdio stream: standard output, or a new file that is removed unless it is
 * finished (report/output/new_file.h).
 */
#ifndef PREC_REPORT_OUTPUT_OUTPUT_STREAM_H
#define PREC_REPORT_OUTPUT_OUTPUT_STREAM_H

#include "report/output/new_file.h"

#include <stdio.h>

struct output_stream {
	FILE *stream;
	const char *path; /* borrowed; "-" for standard output */
	bool is_stdout;
	bool is_complete;     /* output_stream_flush has succeeded */
	struct new_file file; /* of a file */
};

/*
 * Opens path as new_file_open does, but "-" is whatever standard output is. guarded: a process that removes the file is
 * started, for a command that enters the sandbox. 0 or a negative errno; output_stream_close is due in any case.
 */
int output_stream_open(struct output_stream *o, const char *path, bool force, const char *force_option, bool guarded,
		       struct error *err);

/* Truncates the file, as new_file_begin. 0 or a negative errno. */
int output_stream_begin(struct output_stream *o, const struct perf_file *input, struct error *err);

/* Writes what is buffered. 0, or the negative errno of the first write that failed. */
int output_stream_flush(struct output_stream *o, struct error *err);

/*
 * Closes the file, and keeps it if it is finished. All processes that were started meanwhile must have ended. 0 or a
 * negative errno.
 */
int output_stream_close(struct output_stream *o, bool finished, struct error *err);

#endif
