#include "report/rows/row_keys.h"

#include "common/list.h"

#include <stdlib.h>

void row_keys_fini(struct row_keys *k)
{
	hash_table_fini(&k->table);
	free(k->list);
	memset(k, 0, sizeof(*k));
}

static bool same_key(const void *context, uint32_t number, const void *wanted)
{
	return !memcmp(&((const struct row_keys *)context)->list[number], wanted, sizeof(struct row_key));
}

static uint32_t row_keys_look_up(const struct row_keys *k, const struct row_key *key, uint64_t hash)
{
	return hash_table_find(&k->table, hash, same_key, k, key);
}

uint32_t row_keys_add(struct row_keys *k, const struct row_key *key)
{
	uint64_t hash;
	uint32_t number;

	if (k->n && same_key(k, k->last, key))
		return k->last;
	hash = hash_bytes(key, sizeof(*key));
	number = row_keys_look_up(k, key, hash);
	if (number != ROW_NONE)
		return k->last = number;
	if (!list_reserve(&k->list, k->n, &k->capacity, sizeof(*k->list)) || hash_table_add(&k->table, hash, k->n))
		return ROW_NONE;
	k->list[k->n] = *key;
	return k->last = k->n++;
}

uint32_t row_keys_find(const struct row_keys *k, const struct row_key *key)
{
	return row_keys_look_up(k, key, hash_bytes(key, sizeof(*key)));
}
