#include "counts/stat_input.h"

#include "common/hash_table.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

uint64_t count_rounded(double count)
{
	const double whole = round(count);

	return whole < 0x1p64 ? (uint64_t)whole : UINT64_MAX;
}

uint64_t count_scaled(struct count count)
{
	if (!count.running)
		return 0;
	if (count.running == count.enabled)
		return count.value;
	return count_rounded((double)count.value * (double)count.enabled / (double)count.running);
}

struct count count_since(struct count now, struct count before)
{
	return (struct count){ now.value - before.value, now.enabled - before.enabled, now.running - before.running };
}

bool counter_event_is_clock(const struct counter_event *event)
{
	return !event->tool && event->attr->type == PERF_TYPE_SOFTWARE &&
	       (event->attr->config == PERF_COUNT_SW_CPU_CLOCK || event->attr->config == PERF_COUNT_SW_TASK_CLOCK);
}

struct counter_kind counter_event_kind(const struct counter_event *event)
{
	const struct event_attr *attr = event->attr;
	const bool has_pmu = attr->type == PERF_TYPE_HARDWARE || attr->type == PERF_TYPE_HW_CACHE;

	if (event->is_generic)
		return event->kind;
	if (!has_pmu)
		return (struct counter_kind){ attr->type, attr->config, 0 };
	return (struct counter_kind){ attr->type, (uint32_t)attr->config,
				      (uint32_t)(attr->config >> PERF_PMU_TYPE_SHIFT) };
}

static bool is_same_name(const void *context, uint32_t number, const void *wanted)
{
	const struct counter_events *events = context;
	const struct counter_event *a = &events->list[number];
	const struct counter_event *b = wanted;

	return a->item == b->item && !strcmp(a->name, b->name);
}

/* Returns the first event of the same name in `names`; adds this one if there is none. HASH_TABLE_NONE: no memory. */
static uint32_t first_of_name(struct hash_table *names, const struct counter_events *events, uint32_t event)
{
	const struct counter_event *wanted = &events->list[event];
	const uint64_t hash = hash_pair((uint32_t)wanted->item, hash_bytes(wanted->name, strlen(wanted->name)));
	const uint32_t first = hash_table_find(names, hash, is_same_name, events, wanted);

	if (first != HASH_TABLE_NONE)
		return first;
	return hash_table_add(names, hash, event) ? HASH_TABLE_NONE : event;
}

static bool is_same_pmu(const struct counter_events *events, uint32_t a, uint32_t b)
{
	return !strcmp(events->list[a].pmu, events->list[b].pmu);
}

static int find_rows(const struct counter_events *events, enum stat_merge merge, uint32_t *ret_rows)
{
	struct hash_table names = { 0 };
	int result = 0;

	for (uint32_t i = 0; i < events->n && !result; i++) {
		const struct counter_event *event = &events->list[i];
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

/*
 * Finds, among events of one name with rows of their own, those with a twin: if one is of another PMU than the first,
 * both have one. 0 or -ENOMEM.
 */
static int find_twins(const struct counter_events *events, const uint32_t *rows, bool *ret_has_twin)
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

int stat_merge_find(const struct counter_events *events, enum stat_merge merge, uint32_t *ret_rows, bool *ret_has_twin)
{
	int result = find_rows(events, merge, ret_rows);

	return result ? result : find_twins(events, ret_rows, ret_has_twin);
}

/* What events that are compared have in common. Without padding: it is hashed. */
struct wanted {
	uint32_t cgroup; /* the first event of it */
	uint32_t type;
	uint64_t config, modes, pmu;
};

static uint64_t modes_of(const struct counter_event *event)
{
	return event->attr->flags & (ATTR_EXCLUDE_USER | ATTR_EXCLUDE_KERNEL | ATTR_EXCLUDE_HV | ATTR_EXCLUDE_HOST |
				     ATTR_EXCLUDE_GUEST | ATTR_EXCLUDE_IDLE);
}

/* Returns the PMU of a generic event; 0 if there is one kind of cores, which events may name or not. */
static uint64_t pmu_of(const struct stat_same_cgroup *p, const struct counter_kind *kind)
{
	return p->has_kinds_of_cores ? kind->pmu : 0;
}

static struct wanted wanted_of(const struct stat_same_cgroup *p, uint32_t number)
{
	const struct counter_event *event = &p->events->list[number];
	const struct counter_kind kind = counter_event_kind(event);

	return (struct wanted){ p->cgroups[number], kind.type, kind.config, modes_of(event), pmu_of(p, &kind) };
}

static bool is_wanted(const void *context, uint32_t number, const void *wanted)
{
	const struct wanted have = wanted_of(context, number);

	return !memcmp(&have, wanted, sizeof(have));
}

static bool is_of_cgroup(const void *context, uint32_t number, const void *wanted)
{
	const struct stat_same_cgroup *p = context;
	const char *cgroup = p->events->list[number].cgroup;

	return cgroup && wanted ? !strcmp(cgroup, wanted) : !cgroup && !wanted;
}

/* Finds the first event of an event's cgroup. cgroups: the first events of all cgroups so far. 0 or -ENOMEM. */
static int take_cgroup(struct stat_same_cgroup *p, struct hash_table *cgroups, uint32_t number)
{
	const char *cgroup = p->events->list[number].cgroup;
	const uint64_t hash = cgroup ? hash_bytes(cgroup, strlen(cgroup)) : 0;
	const uint32_t first = hash_table_find(cgroups, hash, is_of_cgroup, p, cgroup);

	p->cgroups[number] = first != HASH_TABLE_NONE ? first : number;
	p->clocks[number] = STAT_EVENT_NONE;
	return first != HASH_TABLE_NONE ? 0 : hash_table_add(cgroups, hash, number);
}

static int take_event(struct stat_same_cgroup *p, uint32_t number)
{
	const struct counter_event *event = &p->events->list[number];
	uint32_t *clock = &p->clocks[p->cgroups[number]];
	struct wanted wanted;
	uint64_t hash;

	if (event->tool)
		return 0;
	if (counter_event_is_clock(event) && *clock == STAT_EVENT_NONE)
		*clock = number;
	wanted = wanted_of(p, number);
	hash = hash_bytes(&wanted, sizeof(wanted));
	if (hash_table_find(&p->by_what, hash, is_wanted, p, &wanted) != HASH_TABLE_NONE)
		return 0;
	return hash_table_add(&p->by_what, hash, number);
}

static bool find_kinds_of_cores(const struct counter_events *events)
{
	uint32_t first = 0;

	for (uint32_t i = 0; i < events->n; i++) {
		const uint32_t pmu = events->list[i].tool ? 0 : counter_event_kind(&events->list[i]).pmu;

		if (pmu && first && pmu != first)
			return true;
		first = first ? first : pmu;
	}
	return false;
}

int stat_same_cgroup_init(struct stat_same_cgroup *p, const struct counter_events *events)
{
	struct hash_table cgroups = { 0 };
	int result = 0;

	*p = (struct stat_same_cgroup){ .events = events,
					.has_kinds_of_cores = find_kinds_of_cores(events),
					.cgroups = calloc((size_t)events->n + 1, sizeof(*p->cgroups)),
					.clocks = calloc((size_t)events->n + 1, sizeof(*p->clocks)) };
	if (!p->cgroups || !p->clocks)
		return -ENOMEM;
	for (uint32_t i = 0; i < events->n && !result; i++) {
		result = take_cgroup(p, &cgroups, i);
		if (!result)
			result = take_event(p, i);
	}
	hash_table_fini(&cgroups);
	return result;
}

void stat_same_cgroup_fini(struct stat_same_cgroup *p)
{
	free(p->cgroups);
	free(p->clocks);
	hash_table_fini(&p->by_what);
	memset(p, 0, sizeof(*p));
}

uint32_t stat_same_cgroup_find(const struct stat_same_cgroup *p, uint32_t event, uint32_t type, uint64_t config)
{
	struct wanted wanted = wanted_of(p, event);

	wanted.type = type;
	wanted.config = config;
	return hash_table_find(&p->by_what, hash_bytes(&wanted, sizeof(wanted)), is_wanted, p, &wanted);
}

uint32_t stat_same_cgroup_clock(const struct stat_same_cgroup *p, uint32_t event)
{
	return p->clocks[p->cgroups[event]];
}
