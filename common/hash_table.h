/*
 * hash_table: finds elements of the caller's list by their contents, with open addressing. A slot has an element's
 * number in the list, and 32 bits of its hash, which the caller computes by hash_u64, hash_pair or hash_bytes.
 *
 *	uint32_t i = hash_table_find(&t->table, hash(key), same_key, t, key);
 *
 *	if (i != HASH_TABLE_NONE)
 *		return i;
 *	if (!list_reserve(&t->list, t->n, &t->capacity, sizeof(*t->list)) || hash_table_add(&t->table, hash(key), t->n))
 *		return NONE;
 *	t->list[t->n] = *key;
 *	return t->n++;
 *
 * The order of slots depends on the seed of the process, so nothing may depend on it.
 *
 * Ownership: _fini; an empty table is all zero. One thread at a time; several may search while nothing changes.
 */
#ifndef PREC_COMMON_HASH_TABLE_H
#define PREC_COMMON_HASH_TABLE_H

#include "common/bytes.h"

#include <stdbool.h>

/*
 * The seed of all hashes of this process: random, set before main(), then constant. A file may be made so that its ids
 * and addresses would all be in one slot of a table without a seed.
 */
extern uint64_t hash_seed;

/* Does what product_folded does, without 128-bit integers, which not every compiler has. */
static inline uint64_t product_folded_by_halves(uint64_t a, uint64_t b)
{
	uint64_t a_low = (uint32_t)a, a_high = a >> 32, b_low = (uint32_t)b, b_high = b >> 32;
	uint64_t middle = a_high * b_low + (a_low * b_low >> 32);
	uint64_t other = a_low * b_high + (uint32_t)middle;

	return (a * b) ^ (a_high * b_high + (middle >> 32) + (other >> 32));
}

/* Multiplies to 128 bits, and returns the exclusive or of both halves. */
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
 * Hashes a number: multiplies by an odd constant, and folds the product. The seed decides whether a bit of the key is
 * added to the product or subtracted, so that nobody finds colliding keys without it.
 */
static inline uint64_t hash_u64(uint64_t x)
{
	return product_folded(x ^ hash_seed, 0xd6e8feb86659fd93ull);
}

/* Hashes two numbers. */
static inline uint64_t hash_pair(uint64_t a, uint64_t b)
{
	return hash_u64(a ^ (hash_u64(b) << 1));
}

/* Hashes size bytes. */
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

#define HASH_TABLE_NONE UINT32_MAX /* no element; no element has this number */

struct hash_table_slot {
	uint32_t hash;
	uint32_t element; /* its number + 1; 0: the slot is free */
};

struct hash_table {
	struct hash_table_slot *slots; /* of pages_alloc; at least half are free */
	uint32_t n, n_slots;           /* n_slots: 0 or a power of two */
};

void hash_table_fini(struct hash_table *t);

/* True if the element with the number has the contents `wanted`. */
typedef bool (*hash_table_same)(const void *context, uint32_t number, const void *wanted);

/* Returns the first slot to search. Hashes the hash again: the low bits of a caller's hash may be the same in all. */
static inline uint32_t hash_table_begin(const struct hash_table *t, uint32_t hash)
{
	return (uint32_t)hash_u64(hash) & (t->n_slots - 1);
}

/*
 * Returns the number of the element that has the hash and for which same() is true; HASH_TABLE_NONE: there is none.
 * same may be NULL if no two elements have the same low 32 bits of their hashes.
 */
static inline __attribute__((always_inline)) uint32_t hash_table_find(const struct hash_table *t, uint64_t hash,
								      hash_table_same same, const void *context,
								      const void *wanted)
{
	if (!t->n_slots)
		return HASH_TABLE_NONE;
	for (uint32_t i = hash_table_begin(t, (uint32_t)hash);; i = (i + 1) & (t->n_slots - 1)) {
		const struct hash_table_slot *slot = &t->slots[i];

		if (!slot->element)
			return HASH_TABLE_NONE;
		if (slot->hash == (uint32_t)hash && (!same || same(context, slot->element - 1, wanted)))
			return slot->element - 1;
	}
}

/* Adds an element that is not in the table. 0 or -ENOMEM. */
int hash_table_add(struct hash_table *t, uint64_t hash, uint32_t number);

/* Gives an element, which is in the table, another number. */
void hash_table_renumber(struct hash_table *t, uint64_t hash, uint32_t number, uint32_t new_number);

/* Makes room for n elements in all: to add elements up to this number cannot fail then. 0 or -ENOMEM. */
int hash_table_reserve(struct hash_table *t, uint32_t n);

/* Removes all elements, and keeps the memory. */
void hash_table_clear(struct hash_table *t);

/* Returns how many bytes of memory the table takes. */
static inline uint64_t hash_table_bytes(const struct hash_table *t)
{
	return (uint64_t)t->n_slots * sizeof(*t->slots);
}

/* --- u32map: from 32-bit keys to 32-bit values ---------------------------------- */

#define U32MAP_NONE HASH_TABLE_NONE /* no value; it cannot be stored */

/* A table whose hashes are the keys, and whose numbers are the values. An empty map is all zero. */
struct u32map {
	struct hash_table table;
};

static inline void u32map_fini(struct u32map *m)
{
	hash_table_fini(&m->table);
}

/* Returns the value of the key; U32MAP_NONE: it has none. */
static inline uint32_t u32map_get(const struct u32map *m, uint32_t key)
{
	return hash_table_find(&m->table, key, NULL, NULL, NULL);
}

/* Sets the value of the key. 0 or -ENOMEM. */
static inline int u32map_set(struct u32map *m, uint32_t key, uint32_t value)
{
	uint32_t old = u32map_get(m, key);

	if (old == U32MAP_NONE)
		return hash_table_add(&m->table, key, value);
	hash_table_renumber(&m->table, key, old, value);
	return 0;
}

/*
 * Returns the pairs one after the other, in no particular order. *at: 0 before the first call; the map must not change
 * between calls. False: there are no more.
 */
static inline bool u32map_next(const struct u32map *m, uint32_t *at, uint32_t *ret_key, uint32_t *ret_value)
{
	while (*at < m->table.n_slots) {
		const struct hash_table_slot *slot = &m->table.slots[(*at)++];

		if (!slot->element)
			continue;
		*ret_key = slot->hash;
		*ret_value = slot->element - 1;
		return true;
	}
	return false;
}

#endif
