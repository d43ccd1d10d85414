/*
 * percent: what part of a whole something is.
 */
#ifndef PREC_COMMON_PERCENT_H
#define PREC_COMMON_PERCENT_H

#include <stdint.h>

/* 0 of nothing. */
static inline double percent_of(uint64_t part, uint64_t whole)
{
	return whole ? 100.0 * (double)part / (double)whole : 0.0;
}

#endif
