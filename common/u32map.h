/*
 * u32map: from 32-bit keys to 32-bit values. One thread at a time.
 */
#ifndef PREC_COMMON_U32MAP_H
#define PREC_COMMON_U32MAP_H

#include "common/hash_table.h"

#define U32MAP_NONE HASH_TABLE_NONE /* no value; not to be stored */

/* The key is the hash of its element, the value its number. */
struct u32map {
	struct hash_table table;
};

/* An empty map is all zero. */
static inline void u32map_fini(struct u32map *m)
{
	hash_table_fini(&m->table);
}

/* The value of the key or U32MAP_NONE. */
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
 * The pairs one after the other, in no order: *at is 0 before the first call, and nothing is set in between. False:
 * there are no more.
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
