/*
 * key_sort: sorts by 64-bit keys, stable, in time that grows as the number of keys does.
 *
 * Each key has the index of its element. The caller moves each element once, after sorting.
 */
#ifndef PREC_COMMON_KEY_SORT_H
#define PREC_COMMON_KEY_SORT_H

#include <stdint.h>

struct key_index {
	uint64_t key;
	uint32_t index;
};

/*
 * keys has room for twice n, of which the first half is filled; the sorted ones are in the half returned. Keys in order
 * cost a look, and bits that all keys have in common nothing.
 */
struct key_index *key_sort(struct key_index *keys, uint32_t n);

#endif
