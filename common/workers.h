/*
 * workers: does a job in several threads at once, and writes their output in order.
 */
#ifndef PREC_COMMON_WORKERS_H
#define PREC_COMMON_WORKERS_H

#include "common/error.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#define WORKERS_MAX 256

/* The kind of the option --jobs, a part of its row (common/option.h). */
#define WORKERS_OPTION(type, member) OPTION_NUMBER(type, member, 1, WORKERS_MAX), .called = "--jobs"

/* Returns how many CPUs this process may run on, 1 to WORKERS_MAX. */
unsigned workers_default(void);

/*
 * Calls work(context, 0) ... work(context, n - 1), the first in this thread, the others in a thread each, and waits for
 * all. If a thread cannot be made, this thread does its work later: so no worker may wait for another to begin.
 */
void workers_run(unsigned n, void (*work)(void *context, unsigned worker), void *context);

/*
 * Has all that workers_run does end as soon as may be, or no longer, whoever has started it: long loops of workers look
 * at workers_are_stopped, and what they have made then is of no use. Threads: any.
 */
void workers_stop(bool stop);
bool workers_are_stopped(void);

/*
 * write_order: lets workers make pieces of output at the same time, and write them one after the other.
 *
 *	worker 0	take 0 | make text ...... | wait, write, pass | take 2 | ...
 *	worker 1	take 1 | make text . | wait ............ write, pass | take 3 | ...
 *
 * Pieces are numbered from 0 in the order in which workers take them. Each piece that is taken has to be passed. The
 * first error ends the output of all workers.
 *
 * Threads: any.
 */

struct write_order {
	pthread_mutex_t lock;
	pthread_cond_t moved; /* signalled when `now` or `error` has changed */
	uint64_t now;         /* the piece whose turn it is */
	struct error error;   /* what has ended the output; code 0: nothing */
};

void write_order_init(struct write_order *t);
void write_order_fini(struct write_order *t);

/* Waits for the turn of a piece. False: the output has ended. */
bool write_order_wait(struct write_order *t, uint64_t number);

/* Gives the turn to the next piece. */
void write_order_pass(struct write_order *t);

/* Ends the output of all workers because of an error. */
void write_order_end(struct write_order *t, const struct error *err);

#endif
