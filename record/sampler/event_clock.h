/*
 * event_clock: reads the time of the clock that an event's records have.
 *
 * A program cannot read the kernel's own clock as it reads those of clock_gettime(2). So a page fault of this thread is
 * sampled, with its time.
 *
 * Ownership: _open/_close; _close may be called at any time, and again. Threads: the one that opened it.
 */
#ifndef PREC_RECORD_SAMPLER_EVENT_CLOCK_H
#define PREC_RECORD_SAMPLER_EVENT_CLOCK_H

#include "record/open/event_set.h"
#include "record/sampler/ring.h"

struct event_clock {
	bool is_given;
	int id; /* the clock, if it is given */
	int fd; /* the event, if it is not; -1: none */
	struct ring ring;
	struct buffer records;
	void *page; /* to be faulted in */
};

/* Opens the clock of the event `like`. 0 or a negative errno, with the clock closed. */
int event_clock_open(struct event_clock *c, const struct event_attr *like);
void event_clock_close(struct event_clock *c);

/* Returns the time in ns; 0: not known, as with a clock that could not be opened. */
uint64_t event_clock_now(struct event_clock *c);

#endif
