#include "record/events/event_topdown.h"

#include <stdlib.h>
#include <string.h>

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

/* The place of slots in the group whose first event is at; -1: it has none. */
static int find_slots(const struct event_list *list, int at, int group)
{
	for (; at < list->n && list->events[at].group == group; at++)
		if (is_slots(&list->events[at]))
			return at;
	return -1;
}

/* Puts event `from` at place `to`, before it or after it. */
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

/* Puts slots at a place of the list, for the event number metric, which stands there or after it. */
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
