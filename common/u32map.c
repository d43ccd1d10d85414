#include "common/u32map.h"

#include "common/hash.h"

#include <errno.h>
#include <stdlib.h>

#define U32MAP_FIRST_SLOTS 64

void u32map_fini(struct u32map *m)
{
	free(m->slots);
	memset(m, 0, sizeof(*m));
}

/* The key's slot, or the free one where it would go. There is always a free one. */
static struct u32map_slot *u32map_slot(const struct u32map *m, uint32_t key)
{
	uint32_t i = (uint32_t)hash_u64(key) & (m->n_slots - 1);

	while (m->slots[i].value != U32MAP_NONE && m->slots[i].key != key)
		i = (i + 1) & (m->n_slots - 1);
	return &m->slots[i];
}

uint32_t u32map_get(const struct u32map *m, uint32_t key)
{
	return m->n_slots ? u32map_slot(m, key)->value : U32MAP_NONE;
}

static int u32map_grow(struct u32map *m)
{
	struct u32map bigger = { .n = m->n, .n_slots = m->n_slots ? m->n_slots * 2 : U32MAP_FIRST_SLOTS };

	if (bigger.n_slots <= m->n_slots)
		return -ENOMEM;
	bigger.slots = malloc(bigger.n_slots * sizeof(*bigger.slots));
	if (!bigger.slots)
		return -ENOMEM;
	memset(bigger.slots, 0xff, bigger.n_slots * sizeof(*bigger.slots));
	for (uint32_t i = 0; i < m->n_slots; i++)
		if (m->slots[i].value != U32MAP_NONE)
			*u32map_slot(&bigger, m->slots[i].key) = m->slots[i];
	free(m->slots);
	*m = bigger;
	return 0;
}

int u32map_set(struct u32map *m, uint32_t key, uint32_t value)
{
	struct u32map_slot *slot;

	if (m->n >= m->n_slots / 2 && u32map_grow(m))
		return -ENOMEM;
	slot = u32map_slot(m, key);
	m->n += slot->value == U32MAP_NONE;
	*slot = (struct u32map_slot){ .key = key, .value = value };
	return 0;
}
