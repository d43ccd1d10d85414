/*
 * ring_watch: which descriptor says that a ring fills.
 *
 * A ring's filling shows on every descriptor that writes to it, until its thread has ended. One of them is watched, and
 * the next one when it hangs up; where none is left, the drains at regular intervals do. It shows once, to the first
 * epoll_wait(2) that returns it (perf_poll in kernel/events/core.c).
 *
 * Ownership: _fini; an empty one but for the rings is all zero. Threads: several may use different rings at once, while
 * the lists of rings and events do not change.
 */
#ifndef PREC_RECORD_DRAIN_RING_WATCH_H
#define PREC_RECORD_DRAIN_RING_WATCH_H

#include "record/sampler/ring_set.h"

#include <sys/epoll.h>

/* The data of epoll events: of a ring its number, with RING_WATCH_RING set; of others anything without it. */
#define RING_WATCH_RING  (1ull << 63)
#define RING_WATCH_OTHER 0

/* So many events are taken at once. */
#define WATCH_EVENTS_MAX 64

struct watched_ring {
	uint32_t event; /* the number of the open event that is watched; UINT32_MAX: none */
	int epoll_fd;   /* where */
};

struct ring_watch {
	const struct ring_set *rings; /* borrowed */
	struct watched_ring *watched; /* by the number of the ring */
	size_t n;
};

void ring_watch_fini(struct ring_watch *w);

/* Watches a ring that was mapped since, or anew, by epoll_fd. 0 or a negative errno. */
int ring_watch_add(struct ring_watch *w, uint32_t ring, int epoll_fd);

/* Before open event number `event` is closed. */
void ring_watch_forget(struct ring_watch *w, uint32_t event);

/* False: the event is of no ring. The ring has something, or its descriptor has hung up and another one is watched. */
bool ring_watch_take(struct ring_watch *w, const struct epoll_event *event, uint32_t *ret_ring);

#endif
