#include "record/events/event_groups.h"

#include "record/events/event_topdown.h"

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
