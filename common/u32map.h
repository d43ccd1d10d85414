/*
 * u32map: a table from 32-bit keys to 32-bit values, open addressing. One thread at a time.
 */
#ifndef PREC_COMMON_U32MAP_H
#define PREC_COMMON_U32MAP_H

#include <stdbool.h>
#include <stdint.h>

#define U32MAP_NONE UINT32_MAX /* no value; not to be stored */

struct u32map_slot {
	uint32_t key, value;
};

struct u32map {
	struct u32map_slot *slots; /* free ones have U32MAP_NONE */
	uint32_t n, n_slots;       /* n_slots: 0 or a power of two */
};

/* An empty map is all zero. */
void u32map_fini(struct u32map *m);

/* The value of the key or U32MAP_NONE. */
uint32_t u32map_get(const struct u32map *m, uint32_t key);

/* Sets the value of the key. 0 or -ENOMEM. */
int u32map_set(struct u32map *m, uint32_t key, uint32_t value);

#endif
