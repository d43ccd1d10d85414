/*
 * wall_clock: when a recording was made, by the clock on the wall.
 *
 * Files have one moment on both clocks (CLOCK_DATA), those of prec one at the end, too (struct clock_note). The clocks
 * of clock_gettime(2) keep their distance. The kernel's own clock does not: between the two moments it is taken to
 * drift evenly.
 */
#ifndef PREC_FORMATS_FILE_WALL_CLOCK_H
#define PREC_FORMATS_FILE_WALL_CLOCK_H

#include "formats/file/perf_file.h"
#include "formats/record/private_record.h"

/* Zero: the file does not say. */
struct wall_clock {
	bool is_known;
	struct clock_moment start;
	uint64_t span; /* ns of the recording's clock from the start to the end */
	int64_t drift; /* ns that the wall clock has gained then */
};

/* Reads what prec has noted in a file. False: nothing. */
bool wall_clock_note(const struct perf_file *file, struct clock_note *ret_note);

struct wall_clock wall_clock_read(const struct perf_file *file);

/* Returns the ns since 1970 at a recorded time, modulo 2^64. The clock is known. */
uint64_t wall_clock_at(const struct wall_clock *c, uint64_t time);

/* Returns the recorded time of ns since 1970; 0: of a time before that of the recording's clock. The clock is known. */
uint64_t wall_clock_time_of(const struct wall_clock *c, uint64_t wall);

#endif
