#include "report/pair_map.h"

#include "common/hash.h"

#include <errno.h>
#include <stdlib.h>

#define PAIR_MAP_FIRST_SLOTS 256

static int pair_map_alloc(struct pair_map *m, uint32_t n_slots)
{
	m->n = 0;
	m->n_slots = n_slots;
	m->slots = calloc(n_slots, sizeof(*m->slots));
	return m->slots ? 0 : -ENOMEM;
}

int pair_map_init(struct pair_map *m)
{
	return pair_map_alloc(m, PAIR_MAP_FIRST_SLOTS);
}

void pair_map_fini(struct pair_map *m)
{
	free(m->slots);
	memset(m, 0, sizeof(*m));
}

void pair_map_clear(struct pair_map *m)
{
	memset(m->slots, 0, m->n_slots * sizeof(*m->slots));
	m->n = 0;
}

static struct pair_slot *pair_map_slot(const struct pair_map *m, uint64_t a, uint64_t b)
{
	uint32_t i = (uint32_t)hash_pair(a, b) & (m->n_slots - 1);

	while (m->slots[i].value && (m->slots[i].a != a || m->slots[i].b != b))
		i = (i + 1) & (m->n_slots - 1);
	return &m->slots[i];
}

uint32_t pair_map_get(const struct pair_map *m, uint64_t a, uint64_t b)
{
	return pair_map_slot(m, a, b)->value;
}

int pair_map_add(struct pair_map *m, uint64_t a, uint64_t b, uint32_t value)
{
	struct pair_map bigger;

	if (m->n >= m->n_slots / 2) {
		if (m->n_slots > UINT32_MAX / 4 || pair_map_alloc(&bigger, m->n_slots * 2))
			return -ENOMEM;
		for (uint32_t i = 0; i < m->n_slots; i++)
			if (m->slots[i].value)
				*pair_map_slot(&bigger, m->slots[i].a, m->slots[i].b) = m->slots[i];
		bigger.n = m->n;
		free(m->slots);
		*m = bigger;
	}
	*pair_map_slot(m, a, b) = (struct pair_slot){ .a = a, .b = b, .value = value };
	m->n++;
	return 0;
}
