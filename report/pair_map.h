/*
 * pair_map: a table from two words to a small number, open addressing. One thread at a time.
 */
#ifndef PREC_REPORT_PAIR_MAP_H
#define PREC_REPORT_PAIR_MAP_H

#include <stdint.h>

struct pair_slot {
	uint64_t a, b;
	uint32_t value; /* 0: free */
};

struct pair_map {
	struct pair_slot *slots;
	uint32_t n, n_slots;
};

/* 0 or -ENOMEM. */
int pair_map_init(struct pair_map *m);
void pair_map_fini(struct pair_map *m);

/* Forgets all pairs, and keeps the memory. */
void pair_map_clear(struct pair_map *m);

/* The pair's value, or 0. */
uint32_t pair_map_get(const struct pair_map *m, uint64_t a, uint64_t b);

/* Adds a pair that is not there yet; value is not 0. 0 or -ENOMEM. */
int pair_map_add(struct pair_map *m, uint64_t a, uint64_t b, uint32_t value);

#endif
