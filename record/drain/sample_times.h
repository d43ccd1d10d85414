/*
 * sample_times: when a recording samples: from its start, from some time on, in ranges of time, or not before it is
 * asked to.
 *
 *	-D 500            ______---------------->
 *	-D 10-20,30-40    _---___---|             the recording ends with the last range
 *	-D -1             ______________________
 *
 * The schedule says what is due; the caller does it, and keeps the clock.
 *
 * Ownership: sample_times_parse/_fini; a schedule borrows its times. One thread at a time.
 */
#ifndef PREC_RECORD_DRAIN_SAMPLE_TIMES_H
#define PREC_RECORD_DRAIN_SAMPLE_TIMES_H

#include "common/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* In ns from the start on. */
struct sample_range {
	uint64_t from;
	uint64_t until; /* 0: the end of the recording */
};

struct sample_times {
	struct sample_range *ranges; /* ascending, apart from each other */
	size_t n;                    /* 0: all the time */
	bool on_request;             /* none, until somebody asks for it */
};

/*
 * "500", "-1", "10-20,30-40", in milliseconds, as Linux perf takes them. What *t had is given up. 0 or a negative
 * errno, with *t as it was.
 */
int sample_times_parse(struct sample_times *t, const char *text, struct error *err);
void sample_times_fini(struct sample_times *t);

/* Whether it samples from the first moment on. */
bool sample_times_begin_on(const struct sample_times *t);

enum sample_change {
	SAMPLE_SAME,
	SAMPLE_ON,
	SAMPLE_OFF,
	SAMPLE_OVER, /* off, and nothing is to follow */
};

struct sample_schedule {
	const struct sample_times *times;
	uint64_t start_ns;
	size_t range; /* the present one, or the next */
	bool is_on;
};

/* The recording starts. now: by the clock that all calls have. */
void sample_schedule_start(struct sample_schedule *s, const struct sample_times *times, uint64_t now);

/* From now on somebody else says when to sample: no change is due any more. */
void sample_schedule_stop(struct sample_schedule *s);

/* When the next change is due, 0: never. */
uint64_t sample_schedule_next(const struct sample_schedule *s);

/* The first change that is due now and not done yet; to be asked again until it is SAMPLE_SAME. */
enum sample_change sample_schedule_take(struct sample_schedule *s, uint64_t now);

#endif
