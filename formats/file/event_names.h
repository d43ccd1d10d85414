/*
 * event_names: the names of a file's events: those of EVENT_DESC, then those that TRACING_DATA has for tracepoints,
 * then names made of the attr.
 */
#ifndef PREC_FORMATS_FILE_EVENT_NAMES_H
#define PREC_FORMATS_FILE_EVENT_NAMES_H

#include "formats/file/perf_file.h"

/* Names every event that has no name yet. Sections that are missing or damaged name nothing. 0 or a negative errno. */
int event_names_apply(struct perf_file *f, struct error *err);

#endif
