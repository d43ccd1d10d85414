/*
 * time_ranges: parses the time ranges of --time.
 *
 *	START,STOP	seconds with a fraction; either may be missing; several are separated by spaces
 *	12:30,12:31:15.5	times of the day on which the recording began, in local time
 *	2026-11-28T12:30,	the same of another day
 *	10%/2		the second tenth; several: 10%/1,10%/3
 *	0%-10%		from one percentage to another; several: 0%-10%,30%-40%
 *
 * Percentages are of the time from the first to the last sample.
 */
#ifndef PREC_REPORT_STREAM_TIME_RANGES_H
#define PREC_REPORT_STREAM_TIME_RANGES_H

#include "common/error.h"
#include "formats/file/perf_file.h"
#include "formats/file/wall_clock.h"

#include <stdbool.h>
#include <stdint.h>

#define TIME_RANGES_MAX 64

struct time_ranges {
	struct {
		uint64_t start, end; /* ns of the recording's clock */
	} ranges[TIME_RANGES_MAX];
	unsigned n; /* 0: all times */
};

/* What text is compared with. */
struct time_base {
	uint64_t first, last; /* times of the samples, for percentages and days; both 0: unknown */
	struct wall_clock wall;
};

/* Parses the text. 0 or -EINVAL. */
int time_ranges_parse(struct time_ranges *ret_times, const char *text, const struct time_base *base, struct error *err);

/*
 * Parses the text for a file. If the times of the first and last sample are needed, and its SAMPLE_TIME feature
 * does not have them, all records are read. 0 or a negative errno with *err filled.
 */
int time_ranges_of_file(struct time_ranges *ret_times, const char *text, const struct perf_file *file,
			struct error *err);

/* Reads the times of the first and the last sample from the SAMPLE_TIME feature; both 0 without it. */
void sample_times(const struct perf_file *file, uint64_t *ret_first, uint64_t *ret_last);

/*
 * True if a time is in a range. As in Linux perf, only the last range includes its end, so that adjacent ranges do not
 * show a sample twice.
 */
static inline bool time_ranges_has(const struct time_ranges *t, uint64_t time)
{
	if (!t->n)
		return true;
	for (unsigned i = 0; i < t->n; i++)
		if (time >= t->ranges[i].start &&
		    (time < t->ranges[i].end || (i == t->n - 1 && time == t->ranges[i].end)))
			return true;
	return false;
}

#endif
