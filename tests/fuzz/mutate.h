/*
 * mutate: damaged copies of perf.data files, as disks, networks and people with bad intentions make them.
 *
 * A mutant is made of its seed file, a second file to take parts from, and a number: the same three give the same
 * mutant, so that a finding can be had again. Sizes are changed where sizes stand (the header, the headers of records,
 * the table of features), because a random byte seldom falls there.
 */
#ifndef PREC_TESTS_FUZZ_MUTATE_H
#define PREC_TESTS_FUZZ_MUTATE_H

#include "common/buffer.h"

struct mutate_bytes {
	const uint8_t *data;
	size_t size;
};

/* A generator of its own (splitmix64), so that numbers that follow each other give mutants that do not. */
struct mutate_random {
	uint64_t state;
};

uint64_t mutate_random(struct mutate_random *r);
/* 0 to n - 1; 0 for n 0. */
uint64_t mutate_random_below(struct mutate_random *r, uint64_t n);

/* Changes what is in the buffer, one to a few times. False without memory: what is there is of use still. */
bool mutate(struct buffer *b, struct mutate_bytes other, struct mutate_random *r);

#endif
