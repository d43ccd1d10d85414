/*
 * watch: waits for what a session reacts to: rings that fill, signals, the end of the threads that are recorded, and
 * CPUs that come and go.
 *
 * Rings that belong to a drain thread are watched by it (record/drain/drain_pool.h).
 *
 * Ownership: _init/_fini; the drain and the descriptors are borrowed. One thread at a time.
 */
#ifndef PREC_RECORD_DRAIN_WATCH_H
#define PREC_RECORD_DRAIN_WATCH_H

#include "record/drain/drain.h"

enum watch_source {
	WATCH_RING,
	WATCH_SIGNAL,
	WATCH_THREADS, /* all threads that are recorded have ended */
	WATCH_CPUS,
	WATCH_CONTROL,
	WATCH_PACKED, /* drain threads have packed blocks, or one has failed */
	WATCH_TRIGGER,
};

struct watch_event {
	enum watch_source source;
	uint32_t ring; /* of WATCH_RING, and of the trigger's sampler */
};

struct watch {
	const struct drain *drain;
	const struct sampler *trigger; /* NULL: there is none */
	struct ring_watch rings;
	int epoll_fd, threads_fd; /* the second, in the first, has a descriptor of each thread */
	size_t n_threads_left;    /* threads that have not ended; 0 for whole CPUs and commands */
};

/*
 * Watches all rings, drain threads and threads of the drain's sampler. hotplug_fd: -1 where there is none. *ret_ended:
 * all threads have ended already. 0 or a negative errno.
 */
int watch_init(struct watch *w, const struct drain *drain, int signal_fd, int hotplug_fd, bool *ret_ended,
	       struct error *err);
void watch_fini(struct watch *w);

/* What a descriptor is watched for. */
#define WATCH_INPUT  1u
#define WATCH_OUTPUT 2u /* room for it */

/*
 * From now on watches a descriptor for these, 0: no more. 0 or a negative errno: -EPERM: it is a file, which has no end
 * of input.
 */
int watch_for(struct watch *w, int fd, unsigned what, enum watch_source source, struct error *err);

/* Watches a ring that was mapped since, or anew. 0 or a negative errno. */
int watch_ring(struct watch *w, uint32_t ring);

/* Watches the rings of samples of another sampler (record/session/switch_trigger.h). 0 or a negative errno. */
int watch_trigger(struct watch *w, const struct sampler *trigger, struct error *err);

/* Before open event number `event` is closed. */
void watch_forget(struct watch *w, uint32_t event);

/* Waits timeout_ms at most, and fills events. Their number, 0 at the end of the time, or a negative errno. */
int watch_wait(struct watch *w, int timeout_ms, struct watch_event events[WATCH_EVENTS_MAX], struct error *err);

#endif
