/*
 * drain thread: one of the drain threads, as its thread has it, and what it shares with the others
 * (record/drain/drain_pool.h).
 */
#ifndef PREC_RECORD_DRAIN_DRAIN_THREAD_H
#define PREC_RECORD_DRAIN_DRAIN_THREAD_H

#include "record/drain/pipeline.h"
#include "record/drain/packed_block.h"
#include "record/drain/ring_watch.h"
#include "record/drain/session_config.h"

#include <pthread.h>

/* Bytes: of packed blocks that wait to be written, and of records of switches that wait for a round to be settled. */
#define DRAIN_POOL_PACKED_MAX        (16u * 1024 * 1024)
#define DRAIN_POOL_SWITCH_BUFFER_MAX (8u * 1024 * 1024)

struct drain_pool;

struct drain_thread {
	struct drain_pool *all;
	const struct thread_mask *mask;
	struct pipeline pipeline;
	struct block_stream samples;
	struct zframe zframe;
	struct buffer switch_buffer;
	struct candidates_seen seen;
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

struct drain_pool {
	const struct pipeline_shared *shared;
	struct ring_watch *watch;
	struct diagnostics *diagnostics;
	struct drain_thread *list;
	unsigned n;           /* 0: there are none, and nothing here does anything */
	unsigned n_displaced; /* that run on any CPU, since this process may not use theirs */
	int displaced_from;   /* a CPU of the first of these */
	int ready_fd;         /* readable when there is something to collect */
	pthread_mutex_t lock;
	pthread_cond_t go, came; /* for drain threads, for the session's thread */
	/* From here on by the lock. */
	unsigned holds;
	bool is_ending, round_cuts;
	struct packed_list packed, spare;
	size_t switch_buffer; /* bytes of all */
};

/* d: all zero; its place does not change. 0 or a negative errno; then, too, _fini. */
int drain_thread_init(struct drain_thread *d, struct drain_pool *ds, const struct thread_mask *mask,
		      const struct session_config *config, uint64_t sample_type, struct error *err);

/* After its thread has ended. */
void drain_thread_fini(struct drain_thread *d);

/* Starts its thread, on the CPUs of its mask where this process may use them. 0 or a negative errno. */
int drain_thread_start(struct drain_thread *d);

/* Makes an eventfd(2) readable, and not readable any more. */
void drain_thread_wake(int event_fd);
void drain_thread_clear_wakes(int event_fd);

#endif
