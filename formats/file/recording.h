/*
 * recording: opens a recording: its container (formats/file/perf_open.h, formats/file/perf_dir.h), and what its
 * features say of events and records: names, and what simpleperf keeps in ways of its own.
 */
#ifndef PREC_FORMATS_FILE_RECORDING_H
#define PREC_FORMATS_FILE_RECORDING_H

#include "formats/file/perf_file.h"

/* As perf_file_open. Every event has a name then. Also -ENOMEM, and -E2BIG for simpleperf's ids. */
int recording_open(struct perf_file **ret_file, int fd, struct error *err);

/* The recording in a directory, likewise, as perf_dir_open. */
int recording_open_dir(struct perf_file **ret_file, int dirfd, struct error *err);

#endif
