#include "record/stat/stat_events.h"

#include "counts/stat_input.h"
#include "formats/record/generic_names.h"
#include "record/events/event_list.h"
#include "record/events/pmu_walk.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/*
 * stat_generic: which events of PMUs are generic ones, too: what sysfs names "instructions" is what perf_event_open(2)
 * has as PERF_COUNT_HW_INSTRUCTIONS, and so is a raw event of the same code.
 *
 * Threads: no state, any thread.
 */

static bool is_same_code(const struct event_attr *a, const struct event_attr *b)
{
	return a->config == b->config && a->config1 == b->config1 && a->config2 == b->config2 &&
	       a->config3 == b->config3 && a->config4 == b->config4;
}

static bool file_has_code(const struct pmu *pmu, const struct pmu_event *file, const struct event_attr *attr)
{
	const struct event_text no_terms = { 0 };
	struct event_list list;
	bool has;

	event_list_init(&list);
	has = !pmu_walk_add(&list, pmu, file, no_terms, NULL) && is_same_code(&list.events[0].attr, attr);
	event_list_fini(&list);
	return has;
}

/* Whether the word stands in the event's name, "cpu/L1-dcache-loads/". */
static bool is_named(const struct event_spec *spec, const char *word)
{
	return spec->name && strstr(spec->name, word);
}

/* Of several files of one code the one that the event is called by, or else a generic event of no cache. */
static void find_in_files(struct counter_event *event, const struct event_spec *spec, const struct pmu *pmu)
{
	int best = 0;

	for (int i = 0; i < pmu->n_events; i++) {
		const struct pmu_event *file = &pmu->events[i];
		struct counter_kind kind = { .pmu = pmu->type };
		int rank = 1;

		if (!generic_name_of_core(file->name, strlen(file->name), &kind.type, &kind.config))
			continue;
		rank += is_named(spec, file->name) ? 2 : kind.type == PERF_TYPE_HARDWARE;
		if (rank <= best || !file_has_code(pmu, file, &spec->attr))
			continue;
		best = rank;
		event->is_generic = true;
		event->kind = kind;
	}
}

static bool is_of_core_pmu(const struct event_spec *spec)
{
	return spec->pmu && spec->pmu_is_core && !spec->tool && spec->attr.type != PERF_TYPE_HARDWARE &&
	       spec->attr.type != PERF_TYPE_HW_CACHE;
}

/* Sets the kinds of events that are those of the list. sys_root: NULL: "/sys". */
static void stat_generic_find(struct counter_event *events, const struct event_list *list, const char *sys_root)
{
	struct pmu pmu = { 0 };

	for (int i = 0; i < list->n; i++) {
		const struct event_spec *spec = &list->events[i];

		if (!is_of_core_pmu(spec))
			continue;
		if (!pmu.name || strcmp(pmu.name, spec->pmu) != 0) {
			pmu_fini(&pmu);
			if (pmu_load(&pmu, sys_root, spec->pmu, NULL))
				memset(&pmu, 0, sizeof(pmu));
		}
		if (pmu.name)
			find_in_files(&events[i], spec, &pmu);
	}
	pmu_fini(&pmu);
}

struct counter_event stat_event_of(const struct event_spec *spec)
{
	return (struct counter_event){ .name = spec->name,
				       .pmu = spec->pmu,
				       .pmu_is_system = spec->pmu_is_system,
				       .cgroup = spec->cgroup,
				       .attr = &spec->attr,
				       .tool = spec->tool,
				       .item = spec->item,
				       .unit = spec->unit.text,
				       .scale = spec->unit.scale,
				       .is_percore = spec->percore,
				       .is_per_package = spec->unit.per_package,
				       .is_snapshot = spec->unit.is_snapshot };
}

int stat_events_init(struct stat_events *e, const struct event_list *list, const char *sys_root)
{
	const size_t n = (size_t)list->n;

	*e = (struct stat_events){ .own = calloc(n + 1, sizeof(*e->own)), .names = calloc(n + 1, sizeof(*e->names)) };
	if (!e->own || !e->names)
		return -ENOMEM;
	for (size_t i = 0; i < n; i++)
		e->own[i] = stat_event_of(&list->events[i]);
	stat_generic_find(e->own, list, sys_root);
	e->events = (struct counter_events){ e->own, (uint32_t)n };
	return 0;
}

void stat_events_fini(struct stat_events *e)
{
	free(e->own);
	free(e->names);
	memset(e, 0, sizeof(*e));
}

struct stat_input stat_events_input(struct stat_events *e, const struct counters *counters, const struct target *target)
{
	for (uint32_t i = 0; i < e->events.n; i++)
		e->names[i] = counters->set.events[i].name;
	return (struct stat_input){ .cpu = target->cpus.n ? target->cpus.cpus[0] : -1,
				    .tid = target->n_tids ? target->tids[0] : -1,
				    .list = counters->list,
				    .n = counters->n,
				    .is_missing = counters->is_missing,
				    .names = e->names };
}
