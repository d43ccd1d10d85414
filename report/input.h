/*
 * input: opening what the user named to read.
 */
#ifndef PREC_REPORT_INPUT_H
#define PREC_REPORT_INPUT_H

#include "formats/perf_file.h"

/*
 * Opens a perf.data file by path, or standard input for "-". What cannot be read twice (a pipe) is copied into an
 * unnamed temporary file first. 0 or a negative errno with *err naming the file.
 */
int input_open(struct perf_file **ret_file, const char *path, struct error *err);

/* The directory in which input_open will make that temporary file; NULL: it needs none. */
const char *input_spool_directory(const char *path);

#endif
