/*
 * script_time: the stretches of time that --time names.
 *
 *	START,STOP	seconds with a fraction, either may be missing; more of them with spaces between
 *	10%/2		the second tenth; 10%/1,10%/3 ...
 *	0%-10%		from here to there; 0%-10%,30%-40%
 *
 * Percent are of the time from the first to the last sample.
 */
#ifndef PREC_REPORT_SCRIPT_TIME_H
#define PREC_REPORT_SCRIPT_TIME_H

#include "common/error.h"
#include "formats/perf_file.h"

#include <stdbool.h>
#include <stdint.h>

#define SCRIPT_TIMES_MAX 64

/* What the times that are shown are counted from. */
enum script_clock {
	SCRIPT_CLOCK_RECORDED,
	SCRIPT_CLOCK_FIRST,    /* the first line */
	SCRIPT_CLOCK_PREVIOUS, /* the line before */
};

struct script_times {
	struct {
		uint64_t start, end;
	} ranges[SCRIPT_TIMES_MAX];
	unsigned n; /* 0: all times */
};

/* first, last: of the samples, for percent; both 0: not known. 0 or -EINVAL. */
int script_times_parse(struct script_times *ret_times, const char *text, uint64_t first, uint64_t last,
		       struct error *err);

/* The times of the first and the last sample, by the SAMPLE_TIME feature; both 0 when it is not there. */
void script_sample_times(const struct perf_file *file, uint64_t *ret_first, uint64_t *ret_last);

/* As in Linux perf the end belongs to the last one only: what follows without a gap is not shown twice. */
static inline bool script_times_has(const struct script_times *t, uint64_t time)
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
