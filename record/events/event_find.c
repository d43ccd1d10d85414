#include "record/events/event_find.h"

#include <ctype.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/events/event_names.h"
#include "record/events/event_suggest.h"
#include "record/events/event_terms.h"
#include "record/events/tracepoint.h"

#define EVENT_WORD_MAX         256
#define BREAKPOINT_DATA_LENGTH 4
#define RAW_DIGITS_MAX         16

static struct event_spec *find_add(struct event_list *list, uint32_t type, uint64_t config)
{
	struct event_spec *spec = event_list_add(list);

	if (spec) {
		spec->attr.type = type;
		spec->attr.config = config;
	}
	return spec;
}

static int word_copy(char *copy, struct event_text word, struct error *err)
{
	if (word.size >= EVENT_WORD_MAX)
		return error_set(err, -EINVAL, "a name of %zu letters, %d at most", word.size, EVENT_WORD_MAX - 1);
	memcpy(copy, word.start, word.size);
	copy[word.size] = 0;
	return 0;
}

int event_find_breakpoint(struct event_list *list, const struct event_breakpoint *breakpoint, struct error *err)
{
	struct event_spec *spec = find_add(list, PERF_TYPE_BREAKPOINT, 0);

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

/* rNNN, hexadecimal, "0x" allowed */
static bool word_raw(struct event_text word, uint64_t *ret_config)
{
	const char *digits = word.start + 1;
	size_t n = word.size - 1;

	if (*word.start != 'r')
		return false;
	if (n > 2 && !memcmp(digits, "0x", 2)) {
		digits += 2;
		n -= 2;
	}
	if (!n || n > RAW_DIGITS_MAX)
		return false;
	for (size_t i = 0; i < n; i++)
		if (!isxdigit((unsigned char)digits[i]))
			return false;
	*ret_config = strtoull(digits, NULL, 16);
	return true;
}

int event_find_generic(struct event_list *list, struct event_text word, struct error *err)
{
	const struct event_name *name = event_name_find(word.start, word.size);
	uint32_t type = name ? name->type : PERF_TYPE_HW_CACHE;
	uint64_t config = name ? name->config : 0;
	int result = name ? 0 : event_name_cache(&config, word.start, word.size);

	if (result == -ENOTSUP)
		return error_set(err, -EINVAL, "no such operation on this cache: %.*s", (int)word.size, word.start);
	if (result && word_raw(word, &config)) {
		type = PERF_TYPE_RAW;
		result = 0;
	}
	if (result)
		return 0;
	return find_add(list, type, config) ? 1 : error_nomem(err);
}

struct tracepoint_adder {
	struct event_list *list;
	struct error *err;
};

static int tracepoint_add(void *context, const char *system, const char *name, uint64_t id)
{
	struct tracepoint_adder *adder = context;
	struct event_spec *spec = find_add(adder->list, PERF_TYPE_TRACEPOINT, id);

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
	int result = word_copy(system_glob, system, err);

	if (!result)
		result = word_copy(name_glob, name, err);
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

/* One spec for the PMU; event: one of its files, or NULL for terms. */
static int pmu_add(struct event_list *list, const struct pmu *pmu, const struct pmu_event *event,
		   struct event_text terms, struct error *err)
{
	struct event_spec *spec = find_add(list, pmu->type, 0);
	struct cpulist *cpus;
	int result = 0;

	if (!spec)
		return error_nomem(err);
	cpus = &spec->pmu_cpus;
	spec->pmu_is_system = pmu->is_uncore;
	spec->pmu = strdup(pmu->name);
	cpus->cpus = calloc(pmu->cpus.n ? pmu->cpus.n : 1, sizeof(*cpus->cpus));
	if (!spec->pmu || !cpus->cpus)
		return error_nomem(err);
	cpus->n = pmu->cpus.n;
	if (cpus->n)
		memcpy(cpus->cpus, pmu->cpus.cpus, cpus->n * sizeof(*cpus->cpus));
	if (event)
		result = event_terms_apply_event(spec, pmu, event, err);
	if (!result)
		result = event_terms_apply(spec, pmu, terms.start, terms.size, err);
	return result;
}

/* Whether what was typed stands for the PMU: its name, a glob, or the name without "uncore_" and a number. */
static bool pmu_is_meant(const char *pmu, const char *typed)
{
	size_t size = strlen(typed);
	const char *tail;

	if (!fnmatch(typed, pmu, 0))
		return true;
	if (!strncmp(pmu, "uncore_", strlen("uncore_")) && strncmp(typed, "uncore_", strlen("uncore_")))
		pmu += strlen("uncore_");
	if (strncmp(pmu, typed, size))
		return false;
	tail = pmu + size;
	if (!*tail)
		return true;
	return *tail == '_' && tail[1] && strspn(tail + 1, "0123456789") == strlen(tail + 1);
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

int event_find_pmu(struct event_list *list, struct event_text pmu_text, struct event_text terms,
		   const struct event_context *context, struct error *err)
{
	char typed[EVENT_WORD_MAX];
	char **names = NULL;
	size_t n = 0;
	int first = list->n;
	bool exact = false;
	int result = word_copy(typed, pmu_text, err);

	if (!result)
		result = pmu_names(&names, &n, context->sys_root, false, err);
	for (size_t i = 0; i < n; i++)
		exact |= !strcmp(names[i], typed);
	for (size_t i = 0; i < n && !result; i++) {
		struct pmu pmu;

		if (exact ? strcmp(names[i], typed) : !pmu_is_meant(names[i], typed))
			continue;
		result = pmu_load(&pmu, context->sys_root, names[i], err);
		if (result)
			break;
		result = pmu_add(list, &pmu, NULL, terms, err);
		pmu_fini(&pmu);
	}
	if (!result && list->n == first)
		result = pmu_unknown(typed, names, n, err);
	pmu_names_free(names, n);
	return result;
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
		error_append(err, "; prec-record(1) lists names, and tracepoints are below /sys/kernel/tracing/events");
	return result;
}

/* Adds the event file to list from every PMU that has it; list NULL: only counts these. Returns how many have it. */
static int file_each(struct event_list *list, const char *typed, const struct event_context *context, struct error *err)
{
	char **names;
	size_t n;
	int found = 0;
	int result = 0;

	if (pmu_names(&names, &n, context->sys_root, false, NULL))
		return 0;
	for (size_t i = 0; i < n && !result; i++) {
		const struct pmu_event *event;
		struct pmu pmu;

		if (pmu_load(&pmu, context->sys_root, names[i], NULL))
			continue;
		event = pmu_find_event(&pmu, typed);
		found += event != NULL;
		if (event && list)
			result = pmu_add(list, &pmu, event, (struct event_text){ 0 }, err);
		pmu_fini(&pmu);
	}
	pmu_names_free(names, n);
	return result ? result : found;
}

int event_find_file(struct event_list *list, struct event_text word, const struct event_context *context,
		    struct error *err)
{
	char typed[EVENT_WORD_MAX];
	int result = word_copy(typed, word, err);

	if (result)
		return result;
	result = file_each(list, typed, context, err);
	if (result)
		return result < 0 ? result : 0;
	return file_unknown(typed, context, err);
}

bool event_find_has_file(struct event_text word, const struct event_context *context)
{
	char typed[EVENT_WORD_MAX];

	return !word_copy(typed, word, NULL) && file_each(NULL, typed, context, NULL) > 0;
}

int event_find_apply_terms(struct event_list *list, int first, struct event_text terms, struct error *err)
{
	int result = 0;

	for (int i = first; i < list->n && !result; i++)
		result = event_terms_apply(&list->events[i], NULL, terms.start, terms.size, err);
	return result;
}
