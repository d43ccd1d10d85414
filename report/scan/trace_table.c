#include "report/scan/trace_table.h"

#include "common/hash.h"
#include "common/list.h"

#include <stdlib.h>

void trace_table_init(struct trace_table *t)
{
	memset(t, 0, sizeof(*t));
	arena_init(&t->bytes);
}

void trace_table_fini(struct trace_table *t)
{
	arena_fini(&t->bytes);
	free(t->list);
	hash_table_fini(&t->table);
	trace_table_init(t);
}

uint64_t trace_element_hash(const struct trace_element *e)
{
	return hash_pair(e->ip, hash_bytes(e->data, e->size));
}

static bool same_element(const void *context, uint32_t number, const void *wanted)
{
	const struct trace_element *a = &((const struct trace_table *)context)->list[number];
	const struct trace_element *b = wanted;

	return a->ip == b->ip && a->size == b->size && (!a->size || !memcmp(a->data, b->data, a->size));
}

static uint32_t trace_look_up(const struct trace_table *t, const struct trace_element *e, uint64_t hash)
{
	return hash_table_find(&t->table, hash, same_element, t, e);
}

uint32_t trace_table_add(struct trace_table *t, const struct trace_element *e)
{
	uint64_t hash = trace_element_hash(e);
	uint32_t number = trace_look_up(t, e, hash);
	uint8_t *copy = NULL;

	if (number != TRACE_NONE)
		return number;
	if (!list_reserve(&t->list, t->n, &t->capacity, sizeof(*t->list)))
		return TRACE_NONE;
	if (e->size) {
		copy = arena_alloc(&t->bytes, e->size);
		if (!copy)
			return TRACE_NONE;
		memcpy(copy, e->data, e->size);
		t->n_bytes += e->size;
	}
	if (hash_table_add(&t->table, hash, t->n))
		return TRACE_NONE;
	t->list[t->n] = (struct trace_element){ .ip = e->ip, .data = copy, .size = e->size };
	return t->n++;
}

uint32_t trace_table_find(const struct trace_table *t, const struct trace_element *e)
{
	return trace_look_up(t, e, trace_element_hash(e));
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
