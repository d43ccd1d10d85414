/* Finds events of PMUs by name, PMU/TERMS/ or event file: record/events/event_find.h. */
#include "record/events/event_find.h"

#include "common/bytes.h"
#include "record/events/event_terms.h"
#include "record/events/pmu_walk.h"
#include "record/pmu/event_listing.h"
#include "record/pmu/pmu_types.h"
#include "record/pmu/tracepoint.h"

#include <errno.h>
#include <string.h>

static int pmu_unknown(const char *typed, char **names, size_t n, struct error *err)
{
	struct suggest suggest;
	int result = error_set(err, -ENOENT, "no PMU '%s' on this machine", typed);

	suggest_init(&suggest, typed);
	for (size_t i = 0; i < n; i++)
		suggest_offer(&suggest, names[i]);
	suggest_append(&suggest, err);
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
	if (pmu_walk_leaves_out(w, i))
		return false;
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
		result = pmu_walk_load(w, &pmu, i, &why);
		if (!result) {
			result = pmu_walk_add(list, &pmu, NULL, terms, &why);
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

static int assumed_core_add(struct event_list *list, struct event_text terms, struct error *err)
{
	struct pmu pmu;
	int result = pmu_assume_core(&pmu, err);

	if (result)
		return result;
	result = pmu_walk_add(list, &pmu, NULL, terms, err);
	pmu_fini(&pmu);
	return result;
}

int event_find_pmu(struct event_list *list, struct event_text pmu_text, struct event_text terms,
		   const struct event_context *context, struct error *err)
{
	char typed[EVENT_WORD_MAX];
	struct pmu_walk walk;
	int result = event_text_copy(typed, pmu_text, err);

	if (result)
		return result;
	result = pmu_walk_init(&walk, context, err);
	if (result != -ENOMEM && !walk.n_cores && pmu_match(PMU_ASSUMED, typed))
		result = assumed_core_add(list, terms, err);
	else if (!result)
		result = walk_add_matching(&walk, list, typed, terms, err);
	pmu_walk_fini(&walk);
	return result;
}

/* Counted by prec stat's own means. */
static enum event_tool tool_of(const char *typed)
{
	static const char *const names[] = { [EVENT_TOOL_DURATION] = "duration_time",
					     [EVENT_TOOL_USER] = "user_time",
					     [EVENT_TOOL_SYSTEM] = "system_time" };

	for (size_t i = EVENT_TOOL_DURATION; i < ARRAY_SIZE(names); i++)
		if (!strcmp(typed, names[i]))
			return (enum event_tool)i;
	return EVENT_TOOL_NONE;
}

/* It takes the place of an event that counts nothing. */
static int tool_add(struct event_list *list, enum event_tool tool, struct event_text terms, struct error *err)
{
	struct event_spec *spec = event_list_add_attr(list, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_DUMMY);

	if (!spec)
		return error_nomem(err);
	spec->tool = tool;
	spec->unit.text = strdup("ns");
	return spec->unit.text ? event_terms_apply(spec, NULL, NULL, terms, err) : error_nomem(err);
}

static int file_unknown(const char *typed, const struct event_context *context, struct error *err)
{
	struct suggest suggest;
	char tracefs[TRACEFS_PATH_MAX];
	int result = error_set(err, -ENOENT, "no event '%s'", typed);

	if (context->pmu_filter) {
		error_append(err, " of PMU %s", context->pmu_filter);
		return result;
	}
	if (tool_of(typed)) {
		error_append(err, ": prec stat counts it by itself, the kernel does not");
		return result;
	}
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

	pmu_walk_init(&walk, context, NULL);
	for (size_t i = 0; i < walk.n && !result; i++) {
		const struct pmu_event *event;
		struct pmu pmu;

		if (pmu_walk_leaves_out(&walk, i) || pmu_walk_load(&walk, &pmu, i, NULL))
			continue;
		event = pmu_find_event(&pmu, typed);
		found += event != NULL;
		if (event && list)
			result = pmu_walk_add(list, &pmu, event, terms, err);
		pmu_fini(&pmu);
	}
	pmu_walk_fini(&walk);
	return result ? result : found;
}

int event_find_file(struct event_list *list, struct event_text word, struct event_text terms,
		    const struct event_context *context, struct error *err)
{
	char typed[EVENT_WORD_MAX];
	int result = event_text_copy(typed, word, err);

	if (result)
		return result;
	if (context->is_counting && tool_of(typed))
		return tool_add(list, tool_of(typed), terms, err);
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
