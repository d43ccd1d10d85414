/*
 * rounds: tells when rings are drained although nothing has woken the recorder. Every 900 ms all of them are, as a
 * round, and unless they had little the file is flushed. If files are copied to the cache, those of the sideband are
 * drained every 50 ms: a program that runs in a container for a moment can be opened only while it runs. A wake-up by
 * every sideband record would cost the recorded programs an interrupt each.
 *
 * Times are those of clock_now().
 */
#ifndef PREC_RECORD_SESSION_ROUNDS_H
#define PREC_RECORD_SESSION_ROUNDS_H

#include <stdbool.h>
#include <stdint.h>

struct rounds {
	uint64_t round_ns;    /* when the next one is due */
	uint64_t sideband_ns; /* when the sideband is; 0: with the round only */
};

/* Starts to drain the sideband between rounds, too. */
void rounds_watch_sideband(struct rounds *r, uint64_t now);

/* Call at the end of a round. */
void rounds_end(struct rounds *r, uint64_t now);

bool rounds_is_due(const struct rounds *r, uint64_t now);

/* True once in 50 ms: the sideband is due. */
bool rounds_take_sideband(struct rounds *r, uint64_t now);

/* Returns when the next of the two is due. */
uint64_t rounds_next(const struct rounds *r);

#endif
