/*
 * clock_ns: reads clocks in nanoseconds.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_COMMON_CLOCK_NS_H
#define PREC_COMMON_CLOCK_NS_H

#include <stdint.h>
#include <sys/time.h>
#include <time.h>

#define NS_PER_MS 1000000ull
#define NS_PER_S  1000000000ull

/* Returns the time of a clock of clock_gettime(2), in ns. */
static inline uint64_t clock_ns(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (uint64_t)t.tv_sec * NS_PER_S + (uint64_t)t.tv_nsec;
}

/* Converts a time of a file to ns; 0, unknown, of one before 1970. */
static inline uint64_t timespec_ns(const struct timespec *t)
{
	return t->tv_sec < 0 ? 0 : (uint64_t)t->tv_sec * NS_PER_S + (uint64_t)t->tv_nsec;
}

/* Converts a time to ns. */
static inline uint64_t timeval_ns(const struct timeval *t)
{
	return (uint64_t)t->tv_sec * NS_PER_S + (uint64_t)t->tv_usec * 1000;
}

/* Returns the time of CLOCK_MONOTONIC in ns, by which the programs measure intervals. */
static inline uint64_t clock_now(void)
{
	return clock_ns(CLOCK_MONOTONIC);
}

#endif
