#include "report/profile/row_keys.h"

#include "common/hash.h"

#include <errno.h>
#include <stdlib.h>

#define ROW_KEYS_FIRST_SLOTS 256

int row_keys_init(struct row_keys *k)
{
	memset(k, 0, sizeof(*k));
	k->n_slots = ROW_KEYS_FIRST_SLOTS;
	k->capacity = k->n_slots / 2;
	k->slots = calloc(k->n_slots, sizeof(*k->slots));
	k->list = calloc(k->capacity, sizeof(*k->list));
	if (k->slots && k->list)
		return 0;
	row_keys_fini(k);
	return -ENOMEM;
}

void row_keys_fini(struct row_keys *k)
{
	free(k->slots);
	free(k->list);
	memset(k, 0, sizeof(*k));
}

static uint32_t *row_keys_slot(const struct row_keys *k, const struct row_key *key)
{
	uint32_t i = (uint32_t)hash_bytes(key, sizeof(*key)) & (k->n_slots - 1);

	while (k->slots[i] && memcmp(&k->list[k->slots[i] - 1], key, sizeof(*key)))
		i = (i + 1) & (k->n_slots - 1);
	return &k->slots[i];
}

static int row_keys_grow(struct row_keys *k)
{
	uint32_t n_slots = k->n_slots * 2;
	uint32_t *slots = calloc(n_slots, sizeof(*slots));
	struct row_key *list = realloc(k->list, n_slots / 2 * sizeof(*list));

	if (list)
		k->list = list;
	if (!slots || !list) {
		free(slots);
		return -ENOMEM;
	}
	free(k->slots);
	k->slots = slots;
	k->n_slots = n_slots;
	k->capacity = n_slots / 2;
	for (uint32_t i = 0; i < k->n; i++)
		*row_keys_slot(k, &k->list[i]) = i + 1;
	return 0;
}

uint32_t row_keys_add(struct row_keys *k, const struct row_key *key)
{
	uint32_t *slot;

	if (k->n && !memcmp(&k->list[k->last], key, sizeof(*key)))
		return k->last;
	slot = row_keys_slot(k, key);
	if (*slot)
		return k->last = *slot - 1;
	if (k->n == k->capacity) {
		if (row_keys_grow(k))
			return ROW_NONE;
		slot = row_keys_slot(k, key);
	}
	k->list[k->n] = *key;
	*slot = ++k->n;
	return k->last = k->n - 1;
}

uint32_t row_keys_find(const struct row_keys *k, const struct row_key *key)
{
	uint32_t slot = *row_keys_slot(k, key);

	return slot ? slot - 1 : ROW_NONE;
}
