#include "record/stat/stat_advice.h"

#include "record/events/event_groups.h"
#include "record/pmu/pmu_types.h"

/* Events of one kind that have no count: the first, and how many there are. */
struct uncounted {
	const char *first;
	uint32_t n;
};

static void note(struct uncounted *kind, const char *name)
{
	if (!kind->n++)
		kind->first = name;
}

static const char *and_more(const struct uncounted *kind)
{
	return kind->n > 1 ? " and others" : "";
}

static bool is_of_cores(const struct event_spec *spec)
{
	return spec->pmu_is_core || spec->attr.type == PERF_TYPE_HARDWARE || spec->attr.type == PERF_TYPE_HW_CACHE ||
	       spec->attr.type == PERF_TYPE_RAW;
}

/* Whether it was counted in no aggregation. */
static bool is_uncounted(const struct stat_table *t, uint32_t event)
{
	for (uint32_t i = 0; i < t->aggrs.n; i++)
		if (stat_table_value(t, i, event).state == STAT_COUNTED)
			return false;
	return t->rows[event] == event;
}

static bool has_cores(const char *sys_root)
{
	struct pmu_types types;
	bool has;

	pmu_types_load(&types, sys_root);
	has = pmu_types_count_cores(&types);
	pmu_types_fini(&types);
	return has;
}

static void advise_missing(struct diagnostics *diagnostics, const struct uncounted *of_cores,
			   const struct uncounted *others, const char *sys_root)
{
	if (of_cores->n && !has_cores(sys_root))
		diagnostics_add(
			diagnostics, NOTICE_NOTE,
			"<not supported>: this machine has no hardware counters; a virtual machine has those that its "
			"host gives it. page-faults, tracepoints and probes count without: see 'prec doctor'");
	else if (of_cores->n)
		diagnostics_add(
			diagnostics, NOTICE_NOTE,
			"<not supported>: this CPU, or its driver, does not count %s%s; 'prec list' has what it names",
			of_cores->first, and_more(of_cores));
	if (others->n)
		diagnostics_add(
			diagnostics, NOTICE_NOTE,
			"<not supported>: this kernel does not count %s%s here: a PMU of the whole machine counts with "
			"-a or -C alone",
			others->first, and_more(others));
}

static void advise_uncounted(struct diagnostics *diagnostics, const struct uncounted *in_groups,
			     const struct uncounted *others)
{
	if (in_groups->n)
		diagnostics_add(
			diagnostics, NOTICE_NOTE,
			"<not counted>: the group of %s%s never had a counter for each of its events: make it smaller, "
			"or count for longer",
			in_groups->first, and_more(in_groups));
	if (others->n)
		diagnostics_add(
			diagnostics, NOTICE_NOTE,
			"<not counted>: while %s%s could count, nothing ran that is counted, or no counter was free: "
			"count for longer, or fewer events",
			others->first, and_more(others));
}

void stat_advise(const struct stat_table *table, const struct event_list *list, const char *sys_root,
		 struct diagnostics *diagnostics)
{
	struct uncounted of_cores = { 0 }, missing = { 0 }, in_groups = { 0 }, uncounted = { 0 };

	for (int i = 0; i < list->n; i++) {
		const struct event_spec *spec = &list->events[i];

		if (spec->tool || !is_uncounted(table, (uint32_t)i))
			continue;
		if (table->is_missing[i])
			note(is_of_cores(spec) ? &of_cores : &missing, spec->name);
		else
			note(event_groups_has_members(list, i) ? &in_groups : &uncounted, spec->name);
	}
	advise_missing(diagnostics, &of_cores, &missing, sys_root);
	advise_uncounted(diagnostics, &in_groups, &uncounted);
}
