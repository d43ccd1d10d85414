#include "record/events/event_groups.h"

#include "record/events/event_topdown.h"

#include "common/bytes.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The PMUs that write a trace of their own, of those that Linux has. */
static bool is_trace(const struct event_spec *spec)
{
	static const char *const names[] = { "intel_pt", "intel_bts", "arm_spe", "cs_etm", "hisi_ptt" };

	for (size_t i = 0; spec->pmu && i < ARRAY_SIZE(names); i++)
		if (!strncmp(spec->pmu, names[i], strlen(names[i])))
			return true;
	return false;
}

/* The event counts on whatever PMU its group has. */
static bool is_anywhere(const struct event_spec *spec)
{
	return spec->attr.type == PERF_TYPE_SOFTWARE || spec->attr.type == PERF_TYPE_TRACEPOINT ||
	       spec->attr.type == PERF_TYPE_BREAKPOINT;
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
	if (!is_trace(&list->events[first]))
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
	return result ? result : event_groups_check_traces(list, 0, err);
}

bool event_groups_leads(const struct event_list *list, int i)
{
	return i == 0 || !list->events[i].group || list->events[i - 1].group != list->events[i].group;
}

static bool needs_trace(const struct event_extra *extra)
{
	return extra->aux_flags || extra->aux_sample_size || extra->aux_action & (AUX_ACTION_PAUSE | AUX_ACTION_RESUME);
}

int event_groups_check_traces(const struct event_list *list, int first, struct error *err)
{
	const struct event_spec *leader = NULL;

	for (int i = first; i < list->n; i++) {
		const struct event_spec *spec = &list->events[i];

		if (event_groups_leads(list, i))
			leader = spec;
		if (needs_trace(&spec->extra) && (!leader || leader == spec || !is_trace(leader)))
			return error_set(err, -EINVAL,
					 "event '%s': the terms aux-output, aux-sample-size and aux-action are for "
					 "groups that a hardware trace leads, such as {intel_pt//,cycles/aux-output/}",
					 spec->name);
	}
	return 0;
}

int event_groups_refuse_traces(const struct event_list *list, struct error *err)
{
	for (int i = 0; i < list->n; i++)
		if (is_trace(&list->events[i]))
			return error_set(
				err, -ENOTSUP,
				"event '%s': hardware traces are not recorded; --dry-run shows how it would be opened",
				list->events[i].name);
	return 0;
}
