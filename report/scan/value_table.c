#include "report/scan/value_table.h"

#include "common/hash_table.h"
#include "common/list.h"

#include <stdlib.h>

void value_table_init(struct value_table *t)
{
	memset(t, 0, sizeof(*t));
	arena_init(&t->bytes);
}

void value_table_fini(struct value_table *t)
{
	arena_fini(&t->bytes);
	free(t->list);
	hash_table_fini(&t->table);
	value_table_init(t);
}

uint64_t extra_fields_hash(const struct extra_fields *e)
{
	return hash_pair(e->ip, hash_bytes(e->data, e->size));
}

static bool same_fields(const void *context, uint32_t number, const void *wanted)
{
	const struct extra_fields *a = &((const struct value_table *)context)->list[number];
	const struct extra_fields *b = wanted;

	return a->ip == b->ip && a->size == b->size && (!a->size || !memcmp(a->data, b->data, a->size));
}

static uint32_t value_look_up(const struct value_table *t, const struct extra_fields *e, uint64_t hash)
{
	return hash_table_find(&t->table, hash, same_fields, t, e);
}

uint32_t value_table_add(struct value_table *t, const struct extra_fields *e)
{
	uint64_t hash = extra_fields_hash(e);
	uint32_t number = value_look_up(t, e, hash);
	uint8_t *copy = NULL;

	if (number != VALUE_NONE)
		return number;
	if (!list_reserve(&t->list, t->n, &t->capacity, sizeof(*t->list)))
		return VALUE_NONE;
	if (e->size) {
		copy = arena_alloc(&t->bytes, e->size);
		if (!copy)
			return VALUE_NONE;
		memcpy(copy, e->data, e->size);
		t->n_bytes += e->size;
	}
	if (hash_table_add(&t->table, hash, t->n))
		return VALUE_NONE;
	t->list[t->n] = (struct extra_fields){ .ip = e->ip, .data = copy, .size = e->size };
	return t->n++;
}

uint32_t value_table_find(const struct value_table *t, const struct extra_fields *e)
{
	return value_look_up(t, e, extra_fields_hash(e));
}

uint32_t *value_table_merge(struct value_table *t, const struct value_table *from)
{
	uint32_t *map = malloc((from->n + 1ull) * sizeof(*map));

	for (uint32_t i = 0; map && i < from->n; i++) {
		map[i] = value_table_add(t, &from->list[i]);
		if (map[i] == VALUE_NONE) {
			free(map);
			return NULL;
		}
	}
	return map;
}

static uint64_t weight_part(const struct sample *s, const struct sample_branch *branch, enum sample_value value)
{
	if (branch && value == SAMPLE_VALUE_WEIGHT)
		return BRANCH_CYCLES(branch->flags) ? BRANCH_CYCLES(branch->flags) : 1;
	if (!(s->type & PERF_SAMPLE_WEIGHT_STRUCT))
		return value == SAMPLE_VALUE_WEIGHT ? s->weight : 0;
	switch (value) {
	case SAMPLE_VALUE_WEIGHT: return SAMPLE_WEIGHT_VAR1(s->weight);
	case SAMPLE_VALUE_WEIGHT2: return SAMPLE_WEIGHT_VAR2(s->weight);
	default: return SAMPLE_WEIGHT_VAR3(s->weight);
	}
}

static uint64_t branch_value(const struct sample_branch *branch, enum sample_value value)
{
	if (!branch)
		return 0;
	switch (value) {
	case SAMPLE_VALUE_BRANCH_FROM: return branch->from;
	case SAMPLE_VALUE_BRANCH_TO: return branch->to;
	default: return branch->flags;
	}
}

static uint64_t value_of(enum sample_value value, const struct sample *s, const struct sample_context *context)
{
	switch (value) {
	case SAMPLE_VALUE_WEIGHT:
	case SAMPLE_VALUE_WEIGHT2:
	case SAMPLE_VALUE_WEIGHT3: return weight_part(s, context->branch, value);
	case SAMPLE_VALUE_ADDR: return s->addr;
	case SAMPLE_VALUE_DATA_SRC: return s->type & PERF_SAMPLE_DATA_SRC ? s->data_src : SAMPLE_DATA_SRC_NONE;
	case SAMPLE_VALUE_TRANSACTION: return s->transaction;
	case SAMPLE_VALUE_PHYS_ADDR: return s->phys_addr;
	case SAMPLE_VALUE_CGROUP: return s->cgroup;
	case SAMPLE_VALUE_DATA_PAGE_SIZE: return s->data_page_size;
	case SAMPLE_VALUE_CODE_PAGE_SIZE: return s->code_page_size;
	case SAMPLE_VALUE_TIME: return context->time;
	case SAMPLE_VALUE_CGROUP_SPACE: return context->cgroup_space;
	case SAMPLE_VALUE_RUNNING: return context->running;
	case SAMPLE_VALUE_IP: return s->ip;
	case SAMPLE_VALUE_BRANCH_AFTER: return context->after;
	default: return branch_value(context->branch, value);
	}
}

uint32_t sample_values_put(uint64_t values, const struct sample *s, const struct sample_context *context,
			   uint8_t bytes[static SAMPLE_VALUES_BYTES])
{
	uint32_t size = 0;

	for (int value = 0; value < SAMPLE_VALUE_NUMBERS; value++) {
		uint64_t number;

		if (!(values & SAMPLE_VALUE_BIT(value)))
			continue;
		number = value_of((enum sample_value)value, s, context);
		memcpy(bytes + size, &number, sizeof(number));
		size += sizeof(number);
	}
	return size;
}
