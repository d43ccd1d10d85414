#include "record/events/event_find.h"

#include "record/events/event_terms.h"
#include "record/pmu/event_listing.h"
#include "record/pmu/tracepoint.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BREAKPOINT_DATA_LENGTH 4

int event_find_breakpoint(struct event_list *list, const struct event_breakpoint *breakpoint, struct error *err)
{
	struct event_spec *spec = event_list_add_attr(list, PERF_TYPE_BREAKPOINT, 0);

	if (!spec)
		return error_nomem(err);
	spec->attr.bp_type = breakpoint->access;
	spec->attr.config1 = breakpoint->address;
	spec->attr.config2 = breakpoint->length;
	spec->attr.sample_period = 1;
	if (!breakpoint->length)
		spec->attr.config2 =
			breakpoint->access == EVENT_BREAKPOINT_EXEC ? sizeof(long) : BREAKPOINT_DATA_LENGTH;
	return 0;
}

struct tracepoint_adder {
	struct event_list *list;
	struct error *err;
};

static int tracepoint_add(void *context, const char *system, const char *name, uint64_t id)
{
	struct tracepoint_adder *adder = context;
	struct event_spec *spec = event_list_add_attr(adder->list, PERF_TYPE_TRACEPOINT, id);

	if (!spec)
		return error_nomem(adder->err);
	spec->is_tracepoint = true;
	spec->attr.sample_period = 1;
	spec->system = strdup(system);
	spec->tracepoint = strdup(name);
	return spec->system && spec->tracepoint ? 0 : error_nomem(adder->err);
}

/* A wrong modifier looks like a tracepoint, so the events themselves are among what may have been meant. */
static void tracepoint_suggest(const char *tracefs, const char *system, const char *name, struct error *err)
{
	struct suggest suggest;
	char wanted[2 * EVENT_WORD_MAX];

	snprintf(wanted, sizeof(wanted), "%s:%s", system, name);
	suggest_init(&suggest, wanted);
	event_suggest_offer_tracepoints(&suggest, tracefs, system);
	if (!suggest.n)
		event_suggest_offer_tracepoints(&suggest, tracefs, NULL);
	suggest_append(&suggest, err);
}

int event_find_tracepoints(struct event_list *list, struct event_text system, struct event_text name,
			   const struct event_context *context, struct error *err)
{
	struct tracepoint_adder adder = { list, err };
	char found[TRACEFS_PATH_MAX];
	char system_glob[EVENT_WORD_MAX];
	char name_glob[EVENT_WORD_MAX];
	const char *tracefs = context->tracefs;
	int result = event_text_copy(system_glob, system, err);

	if (!result)
		result = event_text_copy(name_glob, name, err);
	if (!result && !tracefs) {
		result = tracefs_find(found, context->proc_root, err);
		tracefs = found;
		if (result)
			return result;
	}
	if (!result)
		result = tracepoint_each(tracefs, system_glob, name_glob, tracepoint_add, &adder, err);
	if (result == -ENOENT)
		tracepoint_suggest(tracefs, system_glob, name_glob, err);
	return result;
}

int event_find_apply_terms(struct event_list *list, int first, struct event_text terms, struct error *err)
{
	struct error why = ERROR_INIT;
	int failed = 0;

	for (int i = first; i < list->n;) {
		struct error own = ERROR_INIT;
		int result = event_terms_apply(&list->events[i], NULL, NULL, terms, &own);

		if (result && result != EVENT_TERM_UNKNOWN) {
			if (err)
				*err = own;
			return result;
		}
		if (!result) {
			i++;
			continue;
		}
		event_list_remove(list, i);
		if (!failed)
			why = own;
		failed = result;
	}
	if (list->n > first)
		return 0;
	if (err)
		*err = why;
	return failed;
}
