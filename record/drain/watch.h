/*
 * watch: waits for what a session reacts to: rings that fill, signals, the end of the recorded threads, CPUs that come
 * and go.
 *
 * A drain thread watches its own rings (record/drain/drain_pool.h).
 *
 * Ownership: _init/_fini; the drain and the descriptors are borrowed. One thread at a time.
 */
#ifndef PREC_RECORD_DRAIN_WATCH_H
#define PREC_RECORD_DRAIN_WATCH_H

#include "record/drain/drain.h"

enum watch_source {
	WATCH_RING,
	WATCH_SIGNAL,
	WATCH_THREADS, /* all recorded threads have ended */
	WATCH_CPUS,
	WATCH_CONTROL,
	WATCH_PACKED, /* drain threads have packed blocks, or one has failed */
	WATCH_TRIGGER,
};

struct watch_event {
	enum watch_source source;
	uint32_t ring; /* with WATCH_RING and WATCH_TRIGGER: the ring's number */
};

struct watch {
	const struct drain *drain;
	const struct sampler *trigger; /* NULL: there is none */
	struct ring_watch rings;
	int epoll_fd, threads_fd; /* the second, in the first, has a descriptor of each thread */
	size_t n_threads_left;    /* recorded threads that still run; 0 for whole CPUs and commands */
};

/*
 * Watches all rings, drain threads and threads of the drain's sampler. hotplug_fd: -1 where there is none. *ret_ended:
 * all threads have ended already. 0 or a negative errno.
 */
int watch_init(struct watch *w, const struct drain *drain, int signal_fd, int hotplug_fd, bool *ret_ended,
	       struct error *err);
void watch_fini(struct watch *w);

/* What watch_for waits for. */
#define WATCH_INPUT  1u
#define WATCH_OUTPUT 2u /* room for output */

/*
 * Watches a descriptor for these from now on; 0: stops. 0 or a negative errno; -EPERM: it is a regular file, which
 * epoll cannot watch.
 */
int watch_for(struct watch *w, int fd, unsigned what, enum watch_source source, struct error *err);

/* Watches a ring that is new, or was mapped again. 0 or a negative errno. */
int watch_ring(struct watch *w, uint32_t ring);

/* Watches the rings of samples of another sampler (record/session/switch_trigger.h). 0 or a negative errno. */
int watch_trigger(struct watch *w, const struct sampler *trigger, struct error *err);

/* Stops watching open event number `event`; call before it is closed. */
void watch_forget(struct watch *w, uint32_t event);

/* Waits at most timeout_ms, and fills events. Returns their number, 0 after that time, or a negative errno. */
int watch_wait(struct watch *w, int timeout_ms, struct watch_event events[WATCH_EVENTS_MAX], struct error *err);

#endif
