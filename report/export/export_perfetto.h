/*
 * export_perfetto: a profile as a trace of Perfetto (github.com/google/perfetto, protos/perfetto/trace): a perf_sample
 * for each sample, whose stack is interned when it comes first, and track_events on the tracks of threads: slices on
 * and off the CPU, tracepoints, other names. Packets are written as they come.
 *
 * A perf_sample counts one event, which is that of its packet's sequence. Each event has a sequence of its own.
 */
#ifndef PREC_REPORT_EXPORT_EXPORT_PERFETTO_H
#define PREC_REPORT_EXPORT_EXPORT_PERFETTO_H

#include "report/export/time_markers.h"

#include <stdio.h>

/* As struct export_format has them. */
#define EXPORT_PERFETTO_TYPES TIME_MARKERS_TYPES
int export_perfetto(FILE *out, struct time_walk *walk, struct error *err);

#endif
