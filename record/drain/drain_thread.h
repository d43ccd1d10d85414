/*
 * drain_thread: one thread of the drain pool (record/drain/drain_pool.h), and what it shares with the others.
 */
#ifndef PREC_RECORD_DRAIN_DRAIN_THREAD_H
#define PREC_RECORD_DRAIN_DRAIN_THREAD_H

#include "formats/file/block_index.h"
#include "record/buildid/cache_candidates.h"
#include "record/drain/pipeline.h"
#include "record/drain/session_config.h"
#include "record/sampler/ring_set.h"

#include <pthread.h>
#include <sys/epoll.h>

/*
 * ring_watch: chooses the descriptor that tells that a ring fills.
 *
 * Every descriptor that writes to a ring polls as readable when the ring fills, until its thread has ended. One of them
 * is watched, and the next one when it hangs up. If none is left, the drains at regular intervals do. The event is
 * reported once, to the first epoll_wait(2) that returns it (perf_poll in kernel/events/core.c).
 *
 * Ownership: _fini; an empty one but for the rings is all zero. Threads: several may use different rings at once, while
 * the lists of rings and events do not change.
 */

/* Data of epoll events: a ring's number with RING_WATCH_RING set; other sources leave that bit clear. */
#define RING_WATCH_RING  (1ull << 63)
#define RING_WATCH_OTHER 0

/* How many events one epoll_wait(2) takes. */
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

/* Makes epoll_fd watch a ring that is new, or was mapped again. 0 or a negative errno. */
int ring_watch_add(struct ring_watch *w, uint32_t ring, int epoll_fd);

/* Stops watching open event number `event`; call before it is closed. */
void ring_watch_forget(struct ring_watch *w, uint32_t event);

/*
 * True if the event is a ring's, which has records then. If the descriptor has hung up, watches another one of the
 * ring.
 */
bool ring_watch_take(struct ring_watch *w, const struct epoll_event *event, uint32_t *ret_ring);

/*
 * packed_block: a block that one thread has packed and another one writes.
 *
 * Ownership: a list owns its blocks. Threads: the caller locks what it shares.
 */

struct packed_block {
	struct packed_block *next;
	struct buffer data;
	struct block_entry about; /* all but its offset in the file */
	struct candidates_seen_lists seen;
};

/* A queue; all zero is an empty one. */
struct packed_list {
	struct packed_block *first, *last;
	size_t bytes; /* of data */
};

/* Makes an empty block; NULL without memory. */
struct packed_block *packed_block_new(void);
void packed_block_free(struct packed_block *block);

/* Appends the block, which the list owns from then on. */
void packed_list_put(struct packed_list *list, struct packed_block *block);

/* Removes the first block; NULL: the list is empty. */
struct packed_block *packed_list_take(struct packed_list *list);

void packed_list_fini(struct packed_list *list);

/* Limits, in bytes: packed blocks that wait to be written; records of switches that wait for drain_flush. */
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
	/* What follows is protected by the lock. */
	bool is_running, is_busy;
	unsigned asked, done; /* rounds */
	size_t waiting;       /* bytes in its stream when it was last busy */
	size_t counted;       /* bytes of switch_buffer that the pool's sum includes */
	struct error error;   /* code: 0, or why it ended */
};

struct drain_pool {
	const struct pipeline_shared *shared;
	struct ring_watch *watch;
	struct diagnostics *diagnostics;
	struct drain_thread *list;
	unsigned n;           /* 0: there are no drain threads */
	unsigned n_displaced; /* that run on any CPU, since this process may not use theirs */
	int displaced_from;   /* a CPU of the first of these */
	int ready_fd;         /* readable when there is something to collect */
	pthread_mutex_t lock;
	pthread_cond_t go, came; /* for drain threads, for the session's thread */
	/* What follows is protected by the lock. */
	unsigned holds;
	bool is_ending, round_cuts;
	struct packed_list packed, spare;
	size_t switch_buffer; /* bytes of all */
};

/* Sets up *d, all zero, which must not be moved. 0 or a negative errno; the caller calls _fini in both cases. */
int drain_thread_init(struct drain_thread *d, struct drain_pool *ds, const struct thread_mask *mask,
		      const struct session_config *config, uint64_t sample_type, struct error *err);

/* Call after the thread has ended. */
void drain_thread_fini(struct drain_thread *d);

/* Starts the thread, on those CPUs of its mask that this process may use. 0 or a negative errno. */
int drain_thread_start(struct drain_thread *d);

/* Make an eventfd(2) readable, and unreadable again. */
void drain_thread_wake(int event_fd);
void drain_thread_clear_wakes(int event_fd);

#endif
