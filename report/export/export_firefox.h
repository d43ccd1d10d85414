/*
 * export_firefox: a profile for the Firefox Profiler, in version 60 of its processed format (firefox-devtools/profiler,
 * src/types/profile.ts and docs-developer/CHANGELOG-formats.md). Every version since then upgrades it.
 *
 * A thread has a track for each of its events: the profiler adds weights of a track up, and those of different events
 * have no common sum. Weights are periods: ms of clocks, events else.
 *
 * The format is a thread after the other with the columns of its samples one after the other, so all samples are kept
 * until the end, in some ten bytes each.
 */
#ifndef PREC_REPORT_EXPORT_EXPORT_FIREFOX_H
#define PREC_REPORT_EXPORT_EXPORT_FIREFOX_H

#include "report/export/time_markers.h"

#include <stdio.h>

/* As struct export_format has them. */
#define EXPORT_FIREFOX_TYPES (TIME_MARKERS_TYPES | 1ull << PERF_RECORD_FORK | 1ull << PERF_RECORD_EXIT)
int export_firefox(FILE *out, struct time_walk *walk, struct error *err);

#endif
