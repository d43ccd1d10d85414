/*
 * drainer: one of the drainers, as its thread has it, and what it shares with the others (record/session/drainers.h).
 */
#ifndef PREC_RECORD_SESSION_DRAINER_H
#define PREC_RECORD_SESSION_DRAINER_H

#include "record/session/lane.h"
#include "record/session/packed_block.h"
#include "record/session/ring_watch.h"
#include "record/session/session_config.h"

#include <pthread.h>

/* Bytes: of packed blocks that wait to be written, and of records of switches that wait for a round to be settled. */
#define DRAINERS_PACKED_MAX   (16u * 1024 * 1024)
#define DRAINERS_DIVERTED_MAX (8u * 1024 * 1024)

struct drainers;

struct drainer {
	struct drainers *all;
	const struct thread_mask *mask;
	struct lane lane;
	struct block_stream samples;
	struct zframe zframe;
	struct buffer diverted;
	struct kept_seen seen;
	uint32_t *rings; /* their numbers */
	uint32_t n_rings, rings_capacity;
	int epoll_fd; /* of its rings, and wake_fd */
	int wake_fd;
	pthread_t thread;
	/* From here on by the lock. */
	bool is_running, is_busy;
	unsigned asked, done; /* rounds */
	size_t waiting;       /* bytes in its stream when it was last busy */
	size_t counted;       /* bytes of diverted that the sum of all has */
	struct error error;   /* code: 0, or why it ended */
};

struct drainers {
	const struct lane_shared *shared;
	struct ring_watch *watch;
	struct notices *notices;
	struct drainer *list;
	unsigned n;           /* 0: there are none, and nothing here does anything */
	unsigned n_displaced; /* that run on any CPU, since this process may not use theirs */
	int displaced_from;   /* a CPU of the first of these */
	int ready_fd;         /* readable when there is something to collect */
	pthread_mutex_t lock;
	pthread_cond_t go, came; /* for drainers, for the session's thread */
	/* From here on by the lock. */
	unsigned holds;
	bool is_ending, round_cuts;
	struct packed_list packed, spare;
	size_t diverted; /* bytes of all */
};

/* d: all zero; its place does not change. 0 or a negative errno; then, too, _fini. */
int drainer_init(struct drainer *d, struct drainers *ds, const struct thread_mask *mask,
		 const struct session_config *config, uint64_t sample_type, struct error *err);

/* After its thread has ended. */
void drainer_fini(struct drainer *d);

/* Starts its thread, on the CPUs of its mask where this process may use them. 0 or a negative errno. */
int drainer_start(struct drainer *d);

/* Makes an eventfd(2) readable, and not readable any more. */
void drainer_wake(int event_fd);
void drainer_clear_wakes(int event_fd);

#endif
