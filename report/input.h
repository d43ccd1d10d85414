/*
 * input: opening what the user named to read.
 */
#ifndef PREC_REPORT_INPUT_H
#define PREC_REPORT_INPUT_H

#include "formats/perf_file.h"

/*
 * Opens a perf.data file or directory by path, or standard input for "-". What cannot be read twice (a pipe) is copied
 * into an unnamed temporary file first. Files of a directory that are no part of the recording are told. 0 or a
 * negative errno with *err naming the file.
 */
int input_open(struct perf_file **ret_file, const char *path, struct error *err);

/*
 * The symbols of the recorded kernel that a directory holds (perf record --kcore): false when there are none, else
 * their path in `path`.
 */
bool input_kallsyms(const char *input, char *path, size_t size);

/* The directory in which input_open will make that temporary file; NULL: it needs none. */
const char *input_spool_directory(const char *path);

#endif
