/*
 * hash_table: an open-addressing table that finds elements of the caller's list by their contents. A slot holds an
 * element's number in the list and 32 bits of its hash, which the caller computes (common/hash.h).
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
 * Slots depend on the seed of the process, so nothing may depend on their order. An empty table is all zero. One thread
 * at a time; any number may search while nothing is added.
 */
#ifndef PREC_COMMON_HASH_TABLE_H
#define PREC_COMMON_HASH_TABLE_H

#include "common/hash.h"

#include <stdbool.h>

#define HASH_TABLE_NONE UINT32_MAX /* no element, and no element's number */

struct hash_table_slot {
	uint32_t hash;
	uint32_t element; /* its number + 1; 0: the slot is free */
};

struct hash_table {
	struct hash_table_slot *slots; /* of common/pages.h; at least half are free */
	uint32_t n, n_slots;           /* n_slots: 0 or a power of two */
};

void hash_table_fini(struct hash_table *t);

/* Whether the element of that number is the one wanted. */
typedef bool (*hash_table_same)(const void *context, uint32_t number, const void *wanted);

/* The first slot to search for a hash. It is mixed again, since a caller's hash may have its entropy in any bits. */
static inline uint32_t hash_table_begin(const struct hash_table *t, uint32_t hash)
{
	return (uint32_t)hash_u64(hash) & (t->n_slots - 1);
}

/*
 * The number of the element that has the hash and for which same() is true, or HASH_TABLE_NONE. same may be NULL where
 * no two elements have the same 32 bits of hash.
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

/* Adds an element that is not there. 0 or -ENOMEM. */
int hash_table_add(struct hash_table *t, uint64_t hash, uint32_t number);

/* Changes the number of an element, which must be in the table. */
void hash_table_renumber(struct hash_table *t, uint64_t hash, uint32_t number, uint32_t new_number);

/* Makes room for n elements in all, so that adding them cannot fail. 0 or -ENOMEM. */
int hash_table_reserve(struct hash_table *t, uint32_t n);

/* Forgets all elements, and keeps the memory. */
void hash_table_clear(struct hash_table *t);

/* The memory it takes. */
static inline uint64_t hash_table_bytes(const struct hash_table *t)
{
	return (uint64_t)t->n_slots * sizeof(*t->slots);
}

#endif
