/*
 * recording: opens a recording: its container (formats/file/perf_open.h, formats/file/perf_dir.h), and what its
 * features say about events and records: names, and what simpleperf stores in its own way (formats/file/simpleperf.h).
 *
 * The name of an event is that of EVENT_DESC, else for a tracepoint that of TRACING_DATA, else one made from the attr.
 */
#ifndef PREC_FORMATS_FILE_RECORDING_H
#define PREC_FORMATS_FILE_RECORDING_H

#include "formats/file/perf_file.h"

/*
 * Opens a file as perf_file_open does, and names every event. Also -ENOMEM, and -E2BIG: too many ids of simpleperf. A
 * feature that is missing or damaged names nothing.
 */
int recording_open(struct perf_file **ret_file, int fd, struct error *err);

/* Opens a directory as perf_dir_open does, and names every event. */
int recording_open_dir(struct perf_file **ret_file, int dirfd, struct error *err);

#endif
