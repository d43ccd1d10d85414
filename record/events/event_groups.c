#include "record/events/event_groups.h"

#include "common/bytes.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define MEM_LOADS_AUX_CONFIG 0x8203 /* arch/x86/events/intel/core.c */

/* PMUs of the kernel's that are software to its groups: arch/x86/events/msr.c, kernel/trace. */
static bool is_of_software_pmu(const struct event_spec *spec)
{
	return event_spec_is_probe(spec) || (spec->pmu && !strcmp(spec->pmu, "msr"));
}

/* The event counts on whatever PMU its group has. */
static bool is_anywhere(const struct event_spec *spec)
{
	return spec->attr.type == PERF_TYPE_SOFTWARE || spec->attr.type == PERF_TYPE_TRACEPOINT ||
	       spec->attr.type == PERF_TYPE_BREAKPOINT || is_of_software_pmu(spec);
}

static bool is_of_only_core(const struct event_spec *spec)
{
	return !spec->pmu || (spec->pmu_is_core && !spec->pmu_is_one_of_cores);
}

static bool is_same_pmu(const struct event_spec *a, const struct event_spec *b)
{
	if (is_of_only_core(a) || is_of_only_core(b))
		return is_of_only_core(a) && is_of_only_core(b);
	return !strcmp(a->pmu, b->pmu);
}

/* The first event of the n not taken that belongs to a PMU, or NULL. */
static const struct event_spec *next_of_pmu(const struct event_spec *specs, const bool *taken, int n)
{
	for (int i = 0; i < n; i++)
		if (!taken[i] && !is_anywhere(&specs[i]))
			return &specs[i];
	return NULL;
}

/* Moves the events of one PMU, and those of none, to the end of sorted. Returns how many there are then. */
static int take_group(struct event_spec *sorted, int at, const struct event_spec *specs, bool *taken, int n, int group)
{
	const struct event_spec *of = next_of_pmu(specs, taken, n);

	for (int i = 0; i < n; i++) {
		if (taken[i] || (of && !is_anywhere(&specs[i]) && !is_same_pmu(of, &specs[i])))
			continue;
		taken[i] = true;
		sorted[at] = specs[i];
		sorted[at++].group = group;
	}
	return at;
}

static int make_by_pmu(struct event_list *list, int first, struct error *err)
{
	struct event_spec *specs = list->events + first;
	int n = list->n - first;
	struct event_spec *sorted = calloc((size_t)n, sizeof(*sorted));
	bool *taken = calloc((size_t)n, sizeof(*taken));
	int result = sorted && taken ? 0 : error_nomem(err);

	for (int at = 0; !result && at < n;)
		at = take_group(sorted, at, specs, taken, n, ++list->n_groups);
	if (!result)
		memcpy(specs, sorted, (size_t)n * sizeof(*sorted));
	free(sorted);
	free(taken);
	return result;
}

int event_groups_make(struct event_list *list, int first, struct error *err)
{
	if (!event_spec_is_trace(&list->events[first]))
		return make_by_pmu(list, first, err);
	/* It has events of other PMUs. */
	list->n_groups++;
	for (int i = first; i < list->n; i++)
		list->events[i].group = list->n_groups;
	return 0;
}

int event_groups_make_anew(struct event_list *list, struct error *err)
{
	int result;

	for (int i = list->n - 1; i >= 0; i--) {
		struct event_spec *spec = &list->events[i];

		free(spec->group_name);
		spec->group_name = NULL;
		spec->group = 0;
		if (spec->is_added)
			event_list_remove(list, i);
	}
	list->n_groups = 0;
	result = list->n ? event_groups_make(list, 0, err) : 0;
	if (!result)
		result = event_topdown_add_slots(list, 0, err);
	event_groups_share_reading(list, 0);
	return result;
}

bool event_groups_leads(const struct event_list *list, int i)
{
	return i == 0 || !list->events[i].group || list->events[i - 1].group != list->events[i].group;
}

bool event_groups_has_members(const struct event_list *list, int i)
{
	return list->events[i].group && (!event_groups_leads(list, i) ||
					 (i + 1 < list->n && list->events[i + 1].group == list->events[i].group));
}

void event_groups_share_reading(struct event_list *list, int first)
{
	const struct event_spec *leader = NULL;

	for (int i = first; i < list->n; i++) {
		if (event_groups_leads(list, i))
			leader = &list->events[i];
		if (leader)
			list->events[i].sample_read = leader->sample_read;
	}
}

/* Intel's CPUs want it to lead mem-loads, which samples: the latter has the addresses. */
static bool is_mem_loads_aux(const struct event_spec *spec)
{
	return spec->pmu_has_mem_aux && spec->attr.config == MEM_LOADS_AUX_CONFIG;
}

int event_groups_sampler(const struct event_list *list, int i)
{
	int leader = i;

	while (!event_groups_leads(list, leader))
		leader--;
	if ((event_spec_is_trace(&list->events[leader]) || is_mem_loads_aux(&list->events[leader])) &&
	    leader + 1 < list->n && !event_groups_leads(list, leader + 1))
		return leader + 1;
	return event_topdown_sampler(list, leader);
}

#define SLOTS_NAME "slots"

/* Configs of these events: pseudo codes of the kernel, arch/x86/include/asm/perf_event.h. */
#define SLOTS_CONFIG      0x0400
#define METRIC_CONFIG_MIN 0x8000
#define METRIC_CONFIG_MAX 0x8700
#define CONFIG_MASK       0xffff

/* What the slots event has of the event it is for. */
#define MODE_FLAGS                                                                                            \
	(ATTR_EXCLUDE_USER | ATTR_EXCLUDE_KERNEL | ATTR_EXCLUDE_HV | ATTR_EXCLUDE_HOST | ATTR_EXCLUDE_GUEST | \
	 ATTR_EXCLUDE_IDLE)

static bool is_metric(const struct event_spec *spec)
{
	uint64_t config = spec->attr.config;

	return spec->pmu_has_slots && !(config & ~(uint64_t)CONFIG_MASK) && !(config & 0xff) &&
	       config >= METRIC_CONFIG_MIN && config <= METRIC_CONFIG_MAX;
}

static bool is_slots(const struct event_spec *spec)
{
	return spec->pmu_has_slots && spec->attr.config == SLOTS_CONFIG;
}

/* The index of slots in the group whose first event is at; -1: it has none. */
static int find_slots(const struct event_list *list, int at, int group)
{
	for (; at < list->n && list->events[at].group == group; at++)
		if (is_slots(&list->events[at]))
			return at;
	return -1;
}

/* Puts event `from` at index `to`, before it or after it. */
static void move_event(struct event_list *list, int from, int to)
{
	struct event_spec moved = list->events[from];

	if (from < to)
		memmove(&list->events[from], &list->events[from + 1], (size_t)(to - from) * sizeof(moved));
	else
		memmove(&list->events[to + 1], &list->events[to], (size_t)(from - to) * sizeof(moved));
	list->events[to] = moved;
}

/* Fills the new event, all but its name, from the one it is for. */
static int slots_fill(struct event_spec *slots, const struct event_spec *of)
{
	slots->attr.type = of->attr.type;
	slots->attr.config = SLOTS_CONFIG;
	slots->attr.flags = of->attr.flags & MODE_FLAGS;
	slots->exclude_given = of->exclude_given;
	slots->item = of->item;
	slots->is_added = true;
	slots->pmu_is_core = of->pmu_is_core;
	slots->pmu_is_one_of_cores = of->pmu_is_one_of_cores;
	slots->pmu_has_slots = true;
	slots->pmu = strdup(of->pmu);
	slots->name = strdup(SLOTS_NAME);
	slots->cgroup = of->cgroup ? strdup(of->cgroup) : NULL;
	return slots->pmu && slots->name && !slots->cgroup == !of->cgroup
		       ? cpulist_copy(&slots->pmu_cpus, &of->pmu_cpus)
		       : -1;
}

/* Puts slots at an index of the list, for the event number metric, which stands there or after it. */
static int insert_slots(struct event_list *list, int at, int metric, struct error *err)
{
	struct event_spec *added = event_list_add(list);
	struct event_spec slots;

	if (!added || slots_fill(added, &list->events[metric]))
		return error_nomem(err);
	if (!list->events[metric].group)
		list->events[metric].group = ++list->n_groups;
	added->group = list->events[metric].group;
	slots = *added;
	memmove(&list->events[at + 1], &list->events[at], (size_t)(list->n - 1 - at) * sizeof(slots));
	list->events[at] = slots;
	return 0;
}

int event_topdown_add_slots(struct event_list *list, int first, struct error *err)
{
	for (int i = first; i < list->n; i++) {
		int group = list->events[i].group;
		int leader = i, slots;
		int result;

		if (!is_metric(&list->events[i]) && !is_slots(&list->events[i]))
			continue;
		while (group && leader > first && list->events[leader - 1].group == group)
			leader--;
		slots = group ? find_slots(list, leader, group) : -1;
		if (slots > leader)
			move_event(list, slots, leader); /* the kernel wants it to lead */
		if (slots >= 0 || !is_metric(&list->events[i]))
			continue;
		result = insert_slots(list, leader, i, err);
		if (result)
			return result;
		i++;
	}
	return 0;
}

/* The first slots of the metric's PMU from first on, or -1. */
static int find_slots_for(const struct event_list *list, int first, int metric)
{
	for (int i = first; i < list->n; i++)
		if (is_slots(&list->events[i]) && !strcmp(list->events[i].pmu, list->events[metric].pmu))
			return i;
	return -1;
}

/* The metric becomes a member of the slots' group: after slots, and after the metrics that are there. */
static void join(struct event_list *list, int slots, int metric)
{
	int to = slots + 1;

	if (!list->events[slots].group)
		list->events[slots].group = ++list->n_groups;
	list->events[metric].group = list->events[slots].group;
	list->events[metric].sample_read = list->events[slots].sample_read;
	list->events[metric].weak = list->events[slots].weak;
	while (to < list->n && to != metric && list->events[to].group == list->events[slots].group &&
	       is_metric(&list->events[to]))
		to++;
	move_event(list, metric, metric < to ? to - 1 : to);
}

int event_topdown_join_slots(struct event_list *list, int first, struct error *err)
{
	for (int i = first; i < list->n; i++) {
		int slots;

		if (!is_metric(&list->events[i]) || list->events[i].group)
			continue;
		slots = find_slots_for(list, first, i);
		if (slots < 0) {
			int result = insert_slots(list, i, i, err);

			if (result)
				return result;
			i++;
			continue;
		}
		join(list, slots, i);
		i -= slots > i; /* another event is there now */
	}
	return 0;
}

int event_topdown_sampler(const struct event_list *list, int leader)
{
	int group = list->events[leader].group;
	bool has_metric = false;
	int sampler = -1;

	if (!group || !is_slots(&list->events[leader]))
		return leader;
	for (int i = leader + 1; i < list->n && list->events[i].group == group; i++) {
		has_metric |= is_metric(&list->events[i]);
		if (sampler < 0 && !is_metric(&list->events[i]))
			sampler = i;
	}
	if (!has_metric)
		return leader;
	return sampler < 0 ? leader + 1 : sampler;
}
