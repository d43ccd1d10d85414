#include "record/events/event_find.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "record/events/event_generic.h"
#include "record/events/event_suggest.h"
#include "record/events/event_terms.h"
#include "record/events/pmu_match.h"
#include "record/events/trace_defaults.h"
#include "record/events/tracepoint.h"

/* One spec for the PMU; event: one of its files, or NULL for terms. */
static int pmu_add(struct event_list *list, const struct pmu *pmu, const struct pmu_event *event,
		   struct event_text terms, struct error *err)
{
	struct event_spec *spec = event_list_add_attr(list, pmu->type, 0);
	int result = 0;

	if (!spec)
		return error_nomem(err);
	spec->trace.kind = trace_kind_of(pmu->name);
	/* That of Arm has a cpumask, and traces threads as well. */
	spec->pmu_is_system = pmu->is_uncore && spec->trace.kind == TRACE_NONE;
	spec->pmu_is_core = pmu->is_core;
	spec->pmu_has_slots = pmu->is_core && pmu_find_event(pmu, "slots");
	spec->n_address_filters = pmu->n_address_filters;
	spec->pmu_is_one_of_cores = pmu->is_one_of_cores;
	spec->pmu = strdup(pmu->name);
	if (!spec->pmu || cpulist_copy(&spec->pmu_cpus, &pmu->cpus))
		return error_nomem(err);
	if (event)
		result = event_terms_apply_event(spec, pmu, event, err);
	else
		result = trace_defaults_apply(spec, pmu, err);
	if (!result)
		result = event_terms_apply(spec, pmu, terms.start, terms.size, err);
	return result ? result : trace_defaults_complete(spec, pmu, terms, err);
}

static int pmu_unknown(const char *typed, char **names, size_t n, struct error *err)
{
	struct suggest suggest;
	int result = error_set(err, -ENOENT, "no PMU '%s' on this machine%s", typed,
			       strcmp(typed, "cpu") ? "" : ": it has no hardware counters (a virtual machine?)");

	suggest_init(&suggest, typed);
	for (size_t i = 0; i < n; i++)
		suggest_offer(&suggest, names[i]);
	suggest_append(&suggest, err);
	return result;
}

/* What event_find_pmu and event_find_generic go through. */
struct pmu_walk {
	const struct event_context *context;
	char **names;
	size_t n;
	size_t n_cores;
};

static int walk_init(struct pmu_walk *w, const struct event_context *context, struct error *err)
{
	int result;

	*w = (struct pmu_walk){ .context = context };
	result = pmu_names(&w->names, &w->n, context->sys_root, false, err);
	for (size_t i = 0; i < w->n; i++)
		w->n_cores += pmu_is_core(context->sys_root, w->names[i]);
	return result;
}

static void walk_fini(struct pmu_walk *w)
{
	pmu_names_free(w->names, w->n);
}

static int walk_load(const struct pmu_walk *w, struct pmu *ret_pmu, size_t i, struct error *err)
{
	int result = pmu_load(ret_pmu, w->context->sys_root, w->names[i], err);

	if (!result)
		ret_pmu->is_one_of_cores = ret_pmu->is_core && w->n_cores > 1;
	return result;
}

static bool walk_has(const struct pmu_walk *w, const char *name)
{
	for (size_t i = 0; i < w->n; i++)
		if (!strcmp(w->names[i], name))
			return true;
	return false;
}

static bool walk_matches(const struct pmu_walk *w, size_t i, const char *typed, bool exact)
{
	char alias[EVENT_WORD_MAX];

	if (exact)
		return !strcmp(w->names[i], typed);
	return pmu_match(w->names[i], typed) ||
	       (pmu_read_alias(alias, sizeof(alias), w->context->sys_root, w->names[i]) && pmu_match(alias, typed));
}

/*
 * Of several PMUs some may lack the terms (a glob over all memory controllers meets those that only count bytes). Where
 * all of them do, the first error is that of all. Any other error is one of the whole word.
 */
static int walk_add_matching(struct pmu_walk *w, struct event_list *list, const char *typed, struct event_text terms,
			     struct error *err)
{
	bool exact = walk_has(w, typed);
	int first = list->n;
	int failed = 0;

	for (size_t i = 0; i < w->n; i++) {
		int before = list->n;
		struct error why = ERROR_INIT;
		struct pmu pmu;
		int result;

		if (!walk_matches(w, i, typed, exact))
			continue;
		result = walk_load(w, &pmu, i, &why);
		if (!result) {
			result = pmu_add(list, &pmu, NULL, terms, &why);
			pmu_fini(&pmu);
		}
		if (result)
			event_list_truncate(list, before);
		if (result && (!failed || result != EVENT_TERM_UNKNOWN) && err)
			*err = why;
		if (result && result != EVENT_TERM_UNKNOWN)
			return result;
		failed = failed ? failed : result;
	}
	if (list->n > first)
		return 0;
	return failed ? failed : pmu_unknown(typed, w->names, w->n, err);
}

int event_find_pmu(struct event_list *list, struct event_text pmu_text, struct event_text terms,
		   const struct event_context *context, struct error *err)
{
	char typed[EVENT_WORD_MAX];
	struct pmu_walk walk;
	int result = event_text_copy(typed, pmu_text, err);

	if (result)
		return result;
	result = walk_init(&walk, context, err);
	if (!result)
		result = walk_add_matching(&walk, list, typed, terms, err);
	walk_fini(&walk);
	return result;
}

/* One event for the PMU of a kind of core. */
static int core_add(struct event_list *list, const struct pmu *pmu, const char *word, uint32_t type, uint64_t config,
		    struct error *err)
{
	const struct pmu_event *event = type == PERF_TYPE_HARDWARE ? pmu_find_event(pmu, word) : NULL;
	int result = pmu_add(list, pmu, event, (struct event_text){ 0 }, err);

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
	int first = list->n;
	int result = 0;

	for (size_t i = 0; i < w->n && !result; i++) {
		struct pmu pmu;

		if (!pmu_is_core(w->context->sys_root, w->names[i]))
			continue;
		result = walk_load(w, &pmu, i, err);
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

/* What a program of BPF puts out is data, and each event counts. */
static int plain_add(struct event_list *list, uint32_t type, uint64_t config, struct error *err)
{
	struct event_spec *spec = event_list_add_attr(list, type, config);

	if (!spec)
		return error_nomem(err);
	if (type == PERF_TYPE_SOFTWARE && config == PERF_COUNT_SW_BPF_OUTPUT) {
		spec->attr.sample_period = 1;
		spec->extra.sample_type = PERF_SAMPLE_RAW;
	}
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
		walk_init(&walk, context, NULL);
	result = event_text_copy(name, word, err);
	if (!result && walk.n_cores)
		result = cores_add(list, &walk, name, type, config, err);
	else if (!result)
		result = plain_add(list, type, config, err);
	walk_fini(&walk);
	return result ? result : 1;
}

static int file_unknown(const char *typed, const struct event_context *context, struct error *err)
{
	struct suggest suggest;
	char tracefs[TRACEFS_PATH_MAX];
	int result = error_set(err, -ENOENT, "no event '%s'", typed);

	suggest_init(&suggest, typed);
	event_suggest_offer_events(&suggest, context);
	if (context->tracefs)
		event_suggest_offer_tracepoints(&suggest, context->tracefs, NULL);
	else if (!suggest.n && !tracefs_find(tracefs, context->proc_root, NULL))
		event_suggest_offer_tracepoints(&suggest, tracefs, NULL);
	suggest_append(&suggest, err);
	if (!suggest.n)
		error_append(err, "; prec list shows what there is");
	return result;
}

/* Adds the event file to list from every PMU that has it; list NULL: only counts these. Returns how many have it. */
static int file_each(struct event_list *list, const char *typed, struct event_text terms,
		     const struct event_context *context, struct error *err)
{
	struct pmu_walk walk;
	int found = 0;
	int result = 0;

	walk_init(&walk, context, NULL);
	for (size_t i = 0; i < walk.n && !result; i++) {
		const struct pmu_event *event;
		struct pmu pmu;

		if (walk_load(&walk, &pmu, i, NULL))
			continue;
		event = pmu_find_event(&pmu, typed);
		found += event != NULL;
		if (event && list)
			result = pmu_add(list, &pmu, event, terms, err);
		pmu_fini(&pmu);
	}
	walk_fini(&walk);
	return result ? result : found;
}

int event_find_file(struct event_list *list, struct event_text word, struct event_text terms,
		    const struct event_context *context, struct error *err)
{
	char typed[EVENT_WORD_MAX];
	int result = event_text_copy(typed, word, err);

	if (result)
		return result;
	result = file_each(list, typed, terms, context, err);
	if (result)
		return result < 0 ? result : 0;
	return file_unknown(typed, context, err);
}

bool event_find_has_file(struct event_text word, const struct event_context *context)
{
	char typed[EVENT_WORD_MAX];

	return !event_text_copy(typed, word, NULL) &&
	       file_each(NULL, typed, (struct event_text){ 0 }, context, NULL) > 0;
}
