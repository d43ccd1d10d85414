/*
 * workers: a job done by several threads at once.
 */
#ifndef PREC_COMMON_WORKERS_H
#define PREC_COMMON_WORKERS_H

#include "common/error.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#define WORKERS_MAX 256

/* --jobs, a part of its row (common/option.h). */
#define WORKERS_OPTION(type, member) OPTION_NUMBER(type, member, 1, WORKERS_MAX), .called = "--jobs"

/* How many CPUs this process may run on, 1 to WORKERS_MAX. */
unsigned workers_default(void);

/*
 * Calls work(context, 0) ... work(context, n - 1), each in a thread of its own (the first in the caller's), and waits
 * for all. Where a thread cannot be made the caller does its part too, so the work must not need all at once.
 */
void workers_run(unsigned n, void (*work)(void *context, unsigned worker), void *context);

/*
 * write_order: pieces of output that workers make at the same time and write one after the other.
 *
 *	worker 0	take 0 | make text ...... | wait, write, pass | take 2 | ...
 *	worker 1	take 1 | make text . | wait ............ write, pass | take 3 | ...
 *
 * Pieces are numbered from 0 in the order they are taken, and every one that is taken is passed. The first error ends
 * it for all.
 */

struct write_order {
	pthread_mutex_t lock;
	pthread_cond_t moved; /* now has changed, or it has ended */
	uint64_t now;
	struct error error; /* what ended it; code 0: nothing did */
};

void write_order_init(struct write_order *t);
void write_order_fini(struct write_order *t);

/* Waits for the turn of the piece. False when it has ended for all. */
bool write_order_wait(struct write_order *t, uint64_t number);

/* The next one's turn. */
void write_order_pass(struct write_order *t);

/* Ends it for all. */
void write_order_end(struct write_order *t, const struct error *err);

#endif
