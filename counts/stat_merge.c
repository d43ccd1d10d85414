#include "counts/stat_merge.h"

#include "common/hash_table.h"

#include <errno.h>
#include <string.h>

static bool is_same_name(const void *context, uint32_t number, const void *wanted)
{
	const struct counted_events *events = context;
	const struct counted_event *a = &events->list[number];
	const struct counted_event *b = wanted;

	return a->item == b->item && !strcmp(a->name, b->name);
}

/* The first event of the name that was put in, which this one is where there is none. HASH_TABLE_NONE: no memory. */
static uint32_t first_of_name(struct hash_table *names, const struct counted_events *events, uint32_t event)
{
	const struct counted_event *wanted = &events->list[event];
	const uint64_t hash = hash_pair((uint32_t)wanted->item, hash_bytes(wanted->name, strlen(wanted->name)));
	const uint32_t first = hash_table_find(names, hash, is_same_name, events, wanted);

	if (first != HASH_TABLE_NONE)
		return first;
	return hash_table_add(names, hash, event) ? HASH_TABLE_NONE : event;
}

static bool is_same_pmu(const struct counted_events *events, uint32_t a, uint32_t b)
{
	return !strcmp(events->list[a].pmu, events->list[b].pmu);
}

static int find_rows(const struct counted_events *events, enum stat_merge merge, uint32_t *ret_rows)
{
	struct hash_table names = { 0 };
	int result = 0;

	for (uint32_t i = 0; i < events->n && !result; i++) {
		const struct counted_event *event = &events->list[i];
		uint32_t first;

		ret_rows[i] = i;
		if (merge == STAT_MERGE_NONE || !event->pmu || (merge == STAT_MERGE_UNCORE && !event->pmu_is_system))
			continue;
		first = first_of_name(&names, events, i);
		if (first == HASH_TABLE_NONE)
			result = -ENOMEM;
		else if (!is_same_pmu(events, first, i))
			ret_rows[i] = first;
	}
	hash_table_fini(&names);
	return result;
}

/* Of those of a name that stand alone, the first has a twin once one of another PMU is met, which has the first. */
static int find_twins(const struct counted_events *events, const uint32_t *rows, bool *ret_has_twin)
{
	struct hash_table names = { 0 };
	int result = 0;

	for (uint32_t i = 0; i < events->n; i++)
		ret_has_twin[i] = false;
	for (uint32_t i = 0; i < events->n && !result; i++) {
		uint32_t first;

		if (!events->list[i].pmu || rows[i] != i)
			continue;
		first = first_of_name(&names, events, i);
		if (first == HASH_TABLE_NONE)
			result = -ENOMEM;
		else if (!is_same_pmu(events, first, i))
			ret_has_twin[first] = true;
	}
	for (uint32_t i = 0; i < events->n && !result; i++) {
		uint32_t first;

		if (!events->list[i].pmu)
			continue;
		first = first_of_name(&names, events, i);
		ret_has_twin[i] = ret_has_twin[first] || !is_same_pmu(events, first, i);
	}
	hash_table_fini(&names);
	return result;
}

int stat_merge_find(const struct counted_events *events, enum stat_merge merge, uint32_t *ret_rows, bool *ret_has_twin)
{
	int result = find_rows(events, merge, ret_rows);

	return result ? result : find_twins(events, ret_rows, ret_has_twin);
}
