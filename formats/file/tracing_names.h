/*
 * tracing_names: names of tracepoints of which a file has only the number, from its TRACING_DATA.
 */
#ifndef PREC_FORMATS_FILE_TRACING_NAMES_H
#define PREC_FORMATS_FILE_TRACING_NAMES_H

#include "formats/file/perf_file.h"

/*
 * Names the file's tracepoint events that have no name yet ("sched:sched_switch"). 0 or -ENOMEM; a section that is
 * missing or damaged names nothing.
 */
int tracing_names_apply(struct perf_file *f, struct error *err);

#endif
