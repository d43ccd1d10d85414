/*
 * rounds: when the rings are looked at though nothing has woken the recorder: all of them every 900 ms, as a round,
 * after which the file is flushed; those of the sideband every 50 ms, where files are kept, since a program that lives
 * for a moment in a container can be opened only as long as it runs. To be woken by each sideband record instead would
 * cost those who are recorded an interrupt for each.
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

/* From now on the sideband is looked at between rounds, too. */
void rounds_watch_sideband(struct rounds *r, uint64_t now);

/* A round is over. */
void rounds_end(struct rounds *r, uint64_t now);

bool rounds_is_due(const struct rounds *r, uint64_t now);

/* Whether the sideband is due, which it is once in that time. */
bool rounds_take_sideband(struct rounds *r, uint64_t now);

/* When the first of them is due. */
uint64_t rounds_next(const struct rounds *r);

#endif
