#include "record/stat/stat_generic.h"

#include "record/events/pmu_walk.h"

#include "formats/record/generic_names.h"

#include <string.h>

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
static void find_in_files(struct counted_event *event, const struct event_spec *spec, const struct pmu *pmu)
{
	int best = 0;

	for (int i = 0; i < pmu->n_events; i++) {
		const struct pmu_event *file = &pmu->events[i];
		struct counted_kind kind = { .pmu = pmu->type };
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

void stat_generic_find(struct counted_event *events, const struct event_list *list, const char *sys_root)
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
