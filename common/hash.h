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

/* As product_folded, of what a compiler without numbers of 128 bits has. */
static inline uint64_t product_folded_by_halves(uint64_t a, uint64_t b)
{
	uint64_t a_low = (uint32_t)a, a_high = a >> 32, b_low = (uint32_t)b, b_high = b >> 32;
	uint64_t middle = a_high * b_low + (a_low * b_low >> 32);
	uint64_t other = a_low * b_high + (uint32_t)middle;

	return (a * b) ^ (a_high * b_high + (middle >> 32) + (other >> 32));
}

/* The product of both, of 128 bits, its halves folded by exclusive or. */
static inline uint64_t product_folded(uint64_t a, uint64_t b)
{
#ifdef __SIZEOF_INT128__
	unsigned __int128 product = (unsigned __int128)a * b;

	return (uint64_t)product ^ (uint64_t)(product >> 64);
#else
	return product_folded_by_halves(a, b);
#endif
}

/*
 * A 64-to-64-bit mix: multiplication by an odd constant, both halves folded. Each bit of a key changes its product by
 * an amount whose sign is the seed's, so that without it no set of keys is known to meet.
 */
static inline uint64_t hash_u64(uint64_t x)
{
	return product_folded(x ^ hash_seed, 0xd6e8feb86659fd93ull);
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
