#include "record/events/event_traces.h"

#include "record/events/event_groups.h"

#include <errno.h>
#include <stddef.h>

const struct event_spec *event_traces_first(const struct event_list *list)
{
	for (int i = 0; i < list->n; i++)
		if (event_spec_is_trace(&list->events[i]))
			return &list->events[i];
	return NULL;
}

bool event_traces_are_sampled(const struct event_list *list)
{
	for (int i = 0; i < list->n; i++)
		if (list->events[i].extra.aux_sample_size)
			return true;
	return false;
}

static bool needs_trace(const struct event_extra *extra)
{
	return extra->aux_flags || extra->aux_sample_size || extra->aux_action & (AUX_ACTION_PAUSE | AUX_ACTION_RESUME);
}

/* The leader of the group of event i. */
static int leader_of(const struct event_list *list, int i)
{
	while (!event_groups_leads(list, i))
		i--;
	return i;
}

/* The trace before event i that it can be grouped with: everything between is in the trace's group, or in none. -1. */
static int trace_before(const struct event_list *list, int i)
{
	for (int k = i - 1; k >= 0; k--) {
		int leader = leader_of(list, k);

		if (event_spec_is_trace(&list->events[leader]))
			return leader;
		if (list->events[k].group)
			return -1;
	}
	return -1;
}

static void join(struct event_list *list, int trace, int last)
{
	if (!list->events[trace].group)
		list->events[trace].group = ++list->n_groups;
	for (int i = trace; i <= last; i++)
		list->events[i].group = list->events[trace].group;
}

int event_traces_join(struct event_list *list, struct error *err)
{
	for (int i = 0; i < list->n; i++) {
		const struct event_spec *spec = &list->events[i];
		int trace;

		if (!needs_trace(&spec->extra))
			continue;
		trace = spec->group ? leader_of(list, i) : trace_before(list, i);
		if (trace < 0 || trace == i || !event_spec_is_trace(&list->events[trace]))
			return error_set(err, -EINVAL,
					 "event '%s': the terms aux-output, aux-sample-size and aux-action are for "
					 "groups that a hardware trace leads, such as {intel_pt//,cycles/aux-output/}",
					 spec->name);
		join(list, trace, i);
	}
	return 0;
}

int event_traces_sample(struct event_list *list, uint32_t bytes, struct error *err)
{
	int n = 0;

	for (int i = 0; i < list->n; i++) {
		struct event_spec *spec = &list->events[i];

		if (event_groups_leads(list, i) || !event_spec_is_trace(&list->events[leader_of(list, i)]))
			continue;
		if (!spec->extra.aux_sample_size)
			spec->extra.aux_sample_size = bytes;
		n++;
	}
	return n ? 0
		 : error_set(
			   err, -EINVAL,
			   "--aux-sample needs a group that a hardware trace leads, such as -e '{intel_pt//,cycles}'");
}

/* A file has one kind of trace: what describes it is there once. */
static int check_kinds(const struct event_list *list, const struct event_spec *first, struct error *err)
{
	for (const struct event_spec *spec = first; spec < list->events + list->n; spec++) {
		if (!event_spec_is_trace(spec) || spec == first)
			continue;
		if (spec->trace.kind != first->trace.kind)
			return error_set(err, -EINVAL, "events '%s' and '%s': a recording has traces of one kind",
					 first->name, spec->name);
		if (!trace_kind_is_of_several(spec->trace.kind) || spec->attr.type == first->attr.type)
			return error_set(err, -EINVAL, "events '%s' and '%s': there may be one event of %s only",
					 first->name, spec->name, spec->pmu);
	}
	return 0;
}

/* What events of Intel PT put into the trace does not say which of them it is of. */
static int check_outputs(const struct event_list *list, struct error *err)
{
	const struct event_spec *output = NULL;

	for (int i = 0; i < list->n; i++) {
		if (!list->events[i].extra.aux_flags)
			continue;
		if (output)
			return error_set(err, -EINVAL, "events '%s' and '%s': one event only may have aux-output",
					 output->name, list->events[i].name);
		output = &list->events[i];
	}
	return 0;
}

int event_traces_check(const struct event_list *list, struct error *err)
{
	const struct event_spec *first = event_traces_first(list);
	int result;

	if (!first)
		return 0;
	if (first->trace.kind == TRACE_HISI_PTT)
		return error_set(err, -ENOTSUP, "event '%s': traces of HiSilicon PCIe links are not recorded",
				 first->name);
	result = check_kinds(list, first, err);
	if (!result && first->trace.kind == TRACE_INTEL_BTS && event_traces_are_sampled(list))
		result = error_set(err, -EINVAL, "event '%s': its traces cannot be sampled", first->name);
	return result || first->trace.kind != TRACE_INTEL_PT ? result : check_outputs(list, err);
}
