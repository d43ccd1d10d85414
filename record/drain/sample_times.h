/*
 * sample_times: tells when a recording samples: from its start, after a delay, in ranges of time, or on request.
 *
 *	-D 500            ______---------------->
 *	-D 10-20,30-40    _---___---|             the recording ends with the last range
 *	-D -1             ______________________
 *
 * The schedule says what is due; the caller does it and reads the clock.
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
	bool on_request;             /* it samples when asked to */
};

/*
 * Parses "500", "-1", "10-20,30-40", in milliseconds, as Linux perf takes them, and replaces *t. 0 or a negative errno,
 * with *t unchanged.
 */
int sample_times_parse(struct sample_times *t, const char *text, struct error *err);
void sample_times_fini(struct sample_times *t);

/* True if the recording samples from its start. */
bool sample_times_begin_on(const struct sample_times *t);

enum sample_change {
	SAMPLE_SAME,
	SAMPLE_ON,
	SAMPLE_OFF,
	SAMPLE_OVER, /* off, and no range follows */
};

struct sample_schedule {
	const struct sample_times *times;
	uint64_t start_ns;
	size_t range; /* the current range, or the next */
	bool is_on;
};

/* Call when the recording starts. now: all calls use one clock. */
void sample_schedule_start(struct sample_schedule *s, const struct sample_times *times, uint64_t now);

/* Ends the schedule: someone else decides when to sample. */
void sample_schedule_stop(struct sample_schedule *s);

/* Returns when the next change is due; 0: never. */
uint64_t sample_schedule_next(const struct sample_schedule *s);

/* Returns the first change that is due and not done yet; call again until it is SAMPLE_SAME. */
enum sample_change sample_schedule_take(struct sample_schedule *s, uint64_t now);

#endif
