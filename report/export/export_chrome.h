/*
 * export_chrome: a profile as JSON trace events (Trace Event Format, JSON object format) for chrome://tracing, Perfetto
 * and speedscope: what threads did in `traceEvents`, which are written as they come, and samples in `samples`, which
 * are held packed until then, in some ten bytes each, with `stackFrames`, a tree of functions.
 *
 * Times are us with three digits, from the first record on, so that doubles hold all ns.
 */
#ifndef PREC_REPORT_EXPORT_EXPORT_CHROME_H
#define PREC_REPORT_EXPORT_EXPORT_CHROME_H

#include "report/export/time_markers.h"

#include <stdio.h>

/* As struct export_format has them. */
#define EXPORT_CHROME_TYPES TIME_MARKERS_TYPES
int export_chrome(FILE *out, struct time_walk *walk, struct error *err);

#endif
