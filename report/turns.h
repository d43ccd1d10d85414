/*
 * turns: pieces of output that workers make at the same time and write one after the other.
 *
 *	worker 0	take 0 | make text ...... | wait, write, pass | take 2 | ...
 *	worker 1	take 1 | make text . | wait ............ write, pass | take 3 | ...
 *
 * Pieces are numbered from 0 in the order they are taken, and every one that is taken is passed. The first error ends
 * it for all.
 */
#ifndef PREC_REPORT_TURNS_H
#define PREC_REPORT_TURNS_H

#include "common/error.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

struct turns {
	pthread_mutex_t lock;
	pthread_cond_t moved; /* now has changed, or it has ended */
	uint64_t now;
	struct error error; /* what ended it; code 0: nothing did */
};

void turns_init(struct turns *t);
void turns_fini(struct turns *t);

/* Waits for the turn of the piece. False when it has ended for all. */
bool turns_wait(struct turns *t, uint64_t number);

/* The next one's turn. */
void turns_pass(struct turns *t);

/* Ends it for all. */
void turns_end(struct turns *t, const struct error *err);

#endif
