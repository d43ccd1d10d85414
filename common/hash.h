/*
 * hash: mixing of keys for the tables of this tree.
 *
 * Keys come from files that may have been made to be slow: ids and addresses that all fall into one slot. So the mix
 * has a seed of this process, and nothing may depend on the order of slots.
 */
#ifndef PREC_COMMON_HASH_H
#define PREC_COMMON_HASH_H

#include "common/bytes.h"

/* Set before main and never again. */
extern uint64_t hash_seed;

/*
 * A 64-to-64-bit mix: multiplication by an odd constant, both halves folded. Each bit of a key changes its product by
 * an amount whose sign is the seed's, so that without it no set of keys is known to meet.
 */
static inline uint64_t hash_u64(uint64_t x)
{
	unsigned __int128 product = (unsigned __int128)(x ^ hash_seed) * 0xd6e8feb86659fd93ull;

	return (uint64_t)product ^ (uint64_t)(product >> 64);
}

/* Two values at once. */
static inline uint64_t hash_pair(uint64_t a, uint64_t b)
{
	return hash_u64(a ^ (hash_u64(b) << 1));
}

static inline uint64_t hash_bytes(const void *data, size_t size)
{
	const uint8_t *p = data;
	uint64_t h = size;

	for (; size >= 8; size -= 8, p += 8)
		h = hash_u64(h ^ load_u64(p));
	if (size) {
		uint64_t tail = 0;

		memcpy(&tail, p, size);
		h = hash_u64(h ^ tail);
	}
	return h;
}

#endif
