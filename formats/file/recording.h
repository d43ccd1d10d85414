/*
 * recording: opens a recording: its container (formats/file/perf_open.h, formats/file/perf_dir.h), the names of its
 * events, and what simpleperf stores in its own way (formats/file/simpleperf.h).
 *
 * An event's name is that in EVENT_DESC; without that, for a tracepoint the name in TRACING_DATA; without that, it is
 * made from the attr.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_FORMATS_FILE_RECORDING_H
#define PREC_FORMATS_FILE_RECORDING_H

#include "formats/file/perf_file.h"

/*
 * Opens a file as perf_file_open, and names every event; a feature that is missing or damaged is no error. Returns as
 * perf_file_open; also -ENOMEM; -E2BIG: simpleperf's records have too many ids.
 */
int recording_open(struct perf_file **ret_file, int fd, struct error *err);

/* Opens a directory as perf_dir_open, and names every event. Returns the errors of both. */
int recording_open_dir(struct perf_file **ret_file, int dirfd, struct error *err);

#endif
