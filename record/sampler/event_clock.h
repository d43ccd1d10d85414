/*
 * event_clock: what time it is now by the clock that an event's records have.
 *
 * The kernel's own clock cannot be asked, unlike those of clock_gettime(2). So a page fault of this thread is sampled,
 * with its time.
 *
 * Ownership: _open/_close, which may follow at any time, and again. One thread, which opened it.
 */
#ifndef PREC_RECORD_SAMPLER_EVENT_CLOCK_H
#define PREC_RECORD_SAMPLER_EVENT_CLOCK_H

#include "record/open/event_set.h"
#include "record/sampler/ring.h"

struct event_clock {
	bool is_given;
	int id; /* of the clock, where it is given */
	int fd; /* of the event, else; -1: none */
	struct ring ring;
	struct buffer records;
	void *page; /* to be faulted in */
};

/* like: an event with the clock. 0 or a negative errno; then it is closed. */
int event_clock_open(struct event_clock *c, const struct event_attr *like);
void event_clock_close(struct event_clock *c);

/* In ns; 0: not known, of one that could not be opened too. */
uint64_t event_clock_now(struct event_clock *c);

#endif
