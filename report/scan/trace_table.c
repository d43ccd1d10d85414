#include "report/scan/trace_table.h"

#include "common/hash.h"
#include "common/list.h"

#include <stdlib.h>

#define TRACE_FIRST_SLOTS 256

void trace_table_init(struct trace_table *t)
{
	memset(t, 0, sizeof(*t));
	arena_init(&t->bytes);
}

void trace_table_fini(struct trace_table *t)
{
	arena_fini(&t->bytes);
	free(t->list);
	free(t->slots);
	trace_table_init(t);
}

uint64_t trace_element_hash(const struct trace_element *e)
{
	return hash_pair(e->ip, hash_bytes(e->data, e->size));
}

static bool element_same(const struct trace_element *a, const struct trace_element *b)
{
	return a->ip == b->ip && a->size == b->size && (!a->size || !memcmp(a->data, b->data, a->size));
}

static uint32_t *trace_slot(const struct trace_table *t, const struct trace_element *e)
{
	uint32_t i = (uint32_t)trace_element_hash(e) & (t->n_slots - 1);

	while (t->slots[i] && !element_same(&t->list[t->slots[i] - 1], e))
		i = (i + 1) & (t->n_slots - 1);
	return &t->slots[i];
}

static bool trace_grow(struct trace_table *t)
{
	struct trace_table larger = *t;

	larger.n_slots = t->n_slots ? t->n_slots * 2 : TRACE_FIRST_SLOTS;
	larger.slots = larger.n_slots > t->n_slots ? calloc(larger.n_slots, sizeof(*larger.slots)) : NULL;
	if (!larger.slots)
		return false;
	for (uint32_t i = 0; i < t->n; i++)
		*trace_slot(&larger, &t->list[i]) = i + 1;
	free(t->slots);
	t->slots = larger.slots;
	t->n_slots = larger.n_slots;
	return true;
}

uint32_t trace_table_add(struct trace_table *t, const struct trace_element *e)
{
	uint8_t *copy = NULL;
	uint32_t *slot;

	if (t->n >= t->n_slots / 2 && !trace_grow(t))
		return TRACE_NONE;
	slot = trace_slot(t, e);
	if (*slot)
		return *slot - 1;
	if (!list_reserve(&t->list, t->n, &t->capacity, sizeof(*t->list)))
		return TRACE_NONE;
	if (e->size) {
		copy = arena_alloc(&t->bytes, e->size);
		if (!copy)
			return TRACE_NONE;
		memcpy(copy, e->data, e->size);
		t->n_bytes += e->size;
	}
	t->list[t->n] = (struct trace_element){ .ip = e->ip, .data = copy, .size = e->size };
	*slot = ++t->n;
	return t->n - 1;
}

uint32_t trace_table_find(const struct trace_table *t, const struct trace_element *e)
{
	return t->n_slots ? *trace_slot(t, e) - 1 : TRACE_NONE;
}

uint32_t *trace_table_merge(struct trace_table *t, const struct trace_table *from)
{
	uint32_t *map = malloc((from->n + 1ull) * sizeof(*map));

	for (uint32_t i = 0; map && i < from->n; i++) {
		map[i] = trace_table_add(t, &from->list[i]);
		if (map[i] == TRACE_NONE) {
			free(map);
			return NULL;
		}
	}
	return map;
}
