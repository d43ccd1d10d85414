/*
 * random: numbers that look random and are the same in every run: xorshift64 (Marsaglia, 2003).
 */
#ifndef PREC_TESTS_SUPPORT_RANDOM_H
#define PREC_TESTS_SUPPORT_RANDOM_H

#include <stdint.h>

#define RANDOM_FIRST 88172645463325252ull /* a state to begin with; any but 0 will do */

static inline uint64_t random_next(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

/* The state of a program's own sequence, which begins where this is set to. */
static uint64_t random_state = RANDOM_FIRST;

/* The next number of that sequence, from 0 to n - 1. */
static inline uint32_t random_below(uint32_t n)
{
	return (uint32_t)(random_next(&random_state) % n);
}

#endif
