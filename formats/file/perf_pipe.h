/*
 * perf_pipe: opens a file in pipe mode, which has its attrs, names and features in records.
 */
#ifndef PREC_FORMATS_FILE_PERF_PIPE_H
#define PREC_FORMATS_FILE_PERF_PIPE_H

#include "formats/file/perf_file.h"

/* Walks over all records of the file, and fills the events, the features and the data of f. 0 or a negative errno. */
int perf_pipe_open(struct perf_file *f, struct error *err);

#endif
