/*
 * stat_mode: what a recording's counts were summed by. Linux perf's numbers for that have changed with its versions.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_REPORT_STAT_STAT_MODE_H
#define PREC_REPORT_STAT_STAT_MODE_H

#include "counts/stat_places.h"

/*
 * mode: of STAT_CONFIG. version: of the recorder, "6.1.187"; others than Linux perf have the numbers of its newest
 * version. Numbers that are not known are STAT_BY_ALL.
 */
enum stat_by stat_mode_by(uint64_t mode, const char *version);

#endif
