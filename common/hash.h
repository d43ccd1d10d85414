/*
 * hash: mixing of keys for the tables of this tree. Not for input an attacker chooses to make tables slow on purpose:
 * every table here bounds its probe by its load, and its size by the distinct keys.
 */
#ifndef PREC_COMMON_HASH_H
#define PREC_COMMON_HASH_H

#include "common/bytes.h"

/* A 64-to-64-bit mix: multiplication by an odd constant, both halves folded. */
static inline uint64_t hash_u64(uint64_t x)
{
	unsigned __int128 product = (unsigned __int128)(x ^ 0x9e3779b97f4a7c15ull) * 0xd6e8feb86659fd93ull;

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
