/*
 * wall_clock: when a recording was made, by the clock on the wall.
 */
#ifndef PREC_FORMATS_FILE_WALL_CLOCK_H
#define PREC_FORMATS_FILE_WALL_CLOCK_H

#include "formats/file/perf_file.h"

/* Returns the ns to add to a recorded time for that since 1970, modulo 2^64 (CLOCK_DATA); 0: the file does not say. */
uint64_t wall_clock_offset(const struct perf_file *file);

#endif
