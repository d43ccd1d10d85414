/* Finds generic, cache and raw events: record/events/event_find.h. */
#include "record/events/event_find.h"

#include "record/events/pmu_walk.h"
#include "record/pmu/event_generic.h"

#include <errno.h>
#include <string.h>

/* One event for the PMU of a kind of core. */
static int core_add(struct event_list *list, const struct pmu *pmu, const char *word, uint32_t type, uint64_t config,
		    struct error *err)
{
	bool has_file = type == PERF_TYPE_HARDWARE || (type == PERF_TYPE_HW_CACHE && !event_generic_over_file(word));
	const struct pmu_event *event = has_file ? pmu_find_event(pmu, word) : NULL;
	int result = pmu_walk_add(list, pmu, event, (struct event_text){ 0 }, err);

	if (!result && !event)
		event_generic_set(&list->events[list->n - 1].attr, pmu, type, config);
	return result;
}

/*
 * What /sys says of the only kind of cores may be unreadable, and its generic events are known all the same. A raw code
 * means something on the cores alone whose PMU has that type, as on Linux perf.
 */
static int cores_add(struct event_list *list, const struct pmu_walk *w, const char *word, uint32_t type,
		     uint64_t config, struct error *err)
{
	const char *filter = w->context->pmu_filter;
	const bool is_filtered = filter && pmu_is_core(w->context->sys_root, filter);
	int first = list->n;
	int result = 0;

	for (size_t i = 0; i < w->n && !result; i++) {
		struct pmu pmu;

		if (!pmu_is_core(w->context->sys_root, w->names[i]) || (is_filtered && pmu_walk_leaves_out(w, i)))
			continue;
		result = pmu_walk_load(w, &pmu, i, err);
		if (result && result != -ENOMEM && w->n_cores == 1)
			return event_list_add_attr(list, type, config) ? 0 : error_nomem(err);
		if (result)
			break;
		if (type != PERF_TYPE_RAW || !pmu.is_one_of_cores || pmu.type == PERF_TYPE_RAW)
			result = core_add(list, &pmu, word, type, config, err);
		pmu_fini(&pmu);
	}
	if (!result && list->n == first)
		result = event_list_add_attr(list, type, config) ? 0 : error_nomem(err);
	return result;
}

static int plain_add(struct event_list *list, uint32_t type, uint64_t config, struct error *err)
{
	struct event_spec *spec = event_list_add_attr(list, type, config);

	if (!spec)
		return error_nomem(err);
	pmu_walk_set_output(spec);
	return 0;
}

int event_find_generic(struct event_list *list, struct event_text word, const struct event_context *context,
		       struct error *err)
{
	char name[EVENT_WORD_MAX];
	struct pmu_walk walk = { 0 };
	uint64_t config;
	uint32_t type;
	int result = event_generic_read(word, &type, &config, err);

	if (result <= 0)
		return result;
	if (type != PERF_TYPE_SOFTWARE)
		pmu_walk_init(&walk, context, NULL);
	result = event_text_copy(name, word, err);
	if (!result && walk.n_cores)
		result = cores_add(list, &walk, name, type, config, err);
	else if (!result)
		result = plain_add(list, type, config, err);
	pmu_walk_fini(&walk);
	return result ? result : 1;
}

/* An event of the PMU that has the type `of`. 1: added; 0: there is no such PMU; or a negative errno. */
static int numbered_add(struct event_list *list, const struct pmu_walk *w, uint32_t of, struct error *err)
{
	for (size_t i = 0; i < w->n; i++) {
		struct pmu pmu;
		uint32_t type;
		int result;

		if (pmu_read_type(&type, w->context->sys_root, w->names[i]) || type != of)
			continue;
		result = pmu_walk_load(w, &pmu, i, err);
		if (result)
			return result;
		result = pmu_walk_add(list, &pmu, NULL, (struct event_text){ 0 }, err);
		pmu_fini(&pmu);
		return result ? result : 1;
	}
	return 0;
}

int event_find_number(struct event_list *list, uint32_t type, uint64_t config, const struct event_context *context,
		      struct error *err)
{
	bool is_generic = type == PERF_TYPE_HARDWARE || type == PERF_TYPE_HW_CACHE;
	uint32_t of = is_generic ? (uint32_t)(config >> PERF_PMU_TYPE_SHIFT) : type;
	struct pmu_walk walk;
	int result;

	if (type == PERF_TYPE_SOFTWARE)
		return plain_add(list, type, config, err);
	pmu_walk_init(&walk, context, NULL);
	if (is_generic && !of && walk.n_cores > 1) {
		result = cores_add(list, &walk, "", type, config, err);
	} else {
		result = of ? numbered_add(list, &walk, of, err) : 0;
		if (!result)
			result = plain_add(list, type, config, err);
	}
	if (result == 1) {
		list->events[list->n - 1].attr.type = type;
		list->events[list->n - 1].attr.config = config;
	}
	pmu_walk_fini(&walk);
	return result < 0 ? result : 0;
}
