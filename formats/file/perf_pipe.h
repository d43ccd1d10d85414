/*
 * perf_pipe: what a pipe-mode file has in records before and among its data: attrs, names, features.
 */
#ifndef PREC_FORMATS_FILE_PERF_PIPE_H
#define PREC_FORMATS_FILE_PERF_PIPE_H

#include "formats/file/perf_file.h"

/* Walks the records of the whole file, and fills events, features and the data section of f. */
int perf_pipe_open(struct perf_file *f, struct error *err);

#endif
