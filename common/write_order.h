/*
 * write_order: pieces of output that workers make at the same time and write one after the other.
 *
 *	worker 0	take 0 | make text ...... | wait, write, pass | take 2 | ...
 *	worker 1	take 1 | make text . | wait ............ write, pass | take 3 | ...
 *
 * Pieces are numbered from 0 in the order they are taken, and every one that is taken is passed. The first error ends
 * it for all.
 */
#ifndef PREC_COMMON_WRITE_ORDER_H
#define PREC_COMMON_WRITE_ORDER_H

#include "common/error.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

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
