#include "record/events/event_terms.h"

#include "formats/record/generic_names.h"
#include "record/events/event_term_defs.h"
#include "record/pmu/event_generic.h"

#include <ctype.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define TERM_LIST_MAX 480
#define TERM_ALIASES  4 /* event files that name event files */

static int file_apply(struct event_terms *t, const struct pmu_event *event);

/* The number for a format; of "?" in an event file what the user gives for it. */
static int format_number(struct event_terms *t, const struct pmu_format *format, const char *value,
			 uint64_t *ret_number)
{
	if (t->depth && value && !strcmp(value, "?")) {
		value = event_term_list_value(t->typed, format->name);
		if (!value)
			return error_set(t->err, -EINVAL, "event '%s' of PMU %s needs the term %s=NUMBER", t->event,
					 t->pmu->name, format->name);
	}
	if (!value && __builtin_popcountll(format->bits) > 1)
		return error_set(t->err, -EINVAL, "term '%s' of PMU %s has %d bits and needs a value: %s=NUMBER",
				 format->name, t->pmu->name, __builtin_popcountll(format->bits), format->name);
	return event_term_number(t, format->name, value, ret_number);
}

static int term_format(struct event_terms *t, const struct pmu_format *format, const char *value)
{
	uint64_t number;
	int result = format_number(t, format, value, &number);

	if (result)
		return result;
	if (pmu_format_apply(format, &t->spec->attr, number))
		return error_set(t->err, -EINVAL, "term '%s' of PMU %s has %d bits, 0x%llx does not fit", format->name,
				 t->pmu->name, __builtin_popcountll(format->bits), (unsigned long long)number);
	return 0;
}

/*
 * "@tmc_etr0": which of the sinks of CoreSight gets the trace. The kernel has their numbers in a folder of the PMU
 * (Documentation/trace/coresight/coresight.rst).
 */
static int term_sink(struct event_terms *t, const char *name)
{
	char file[sizeof("sinks/") + EVENT_WORD_MAX];
	uint64_t sink;
	int result;

	if (t->spec->trace.kind != TRACE_CS_ETM)
		return error_set(t->err, -EINVAL, "term '@%s' is for cs_etm: it names a sink", name);
	snprintf(file, sizeof(file), "sinks/%s", name);
	result = strchr(name, '/') ? -ENOENT : pmu_read_number(&sink, t->pmu->sys_root, t->pmu->name, file, 16);
	if (result)
		return error_set(t->err, -EINVAL,
				 "term '@%s': no such sink (%s); without the term the kernel chooses one", name,
				 strerror(-result));
	t->spec->attr.config2 = (t->spec->attr.config2 & ~(uint64_t)UINT32_MAX) | (uint32_t)sink;
	return 0;
}

/* The kernel's software events have no files in sysfs; Linux perf takes their names as terms all the same. */
static bool term_software(struct event_terms *t, const char *name)
{
	const struct generic_name *event = generic_name_find(name, strlen(name));

	if (strcmp(t->pmu->name, "software") != 0 || !event || event->type != PERF_TYPE_SOFTWARE)
		return false;
	t->spec->attr.config = event->config;
	return true;
}

/* "cycles", "L1-dcache-loads" or "r1a8" of a core's PMU. 1: done; 0: it is none. */
static int term_generic(struct event_terms *t, const char *name)
{
	uint64_t config;
	uint32_t type;
	int found = t->pmu->is_core
			    ? event_generic_read((struct event_text){ name, strlen(name) }, &type, &config, t->err)
			    : 0;

	if (found <= 0 || type == PERF_TYPE_SOFTWARE)
		return found < 0 ? found : 0;
	if (type == PERF_TYPE_RAW)
		t->spec->attr.config = config;
	else
		event_generic_set(&t->spec->attr, t->pmu, type, config);
	return 1;
}

/* The event that the term names by itself or as event=NAME, or NULL. */
static const char *event_named(const struct event_terms *t, const struct event_term *term)
{
	const struct pmu *pmu = t->pmu;

	if (!pmu)
		return NULL;
	if (term->value) {
		bool is_name = !strcmp(term->name, "event") && pmu_find_event(pmu, term->value);

		return is_name && !isdigit((unsigned char)*term->value) ? term->value : NULL;
	}
	if (pmu_find_event(pmu, term->name))
		return term->name;
	return *term->name == '@' || pmu_find_format(pmu, term->name) || event_term_find(t, term->name) ? NULL
													: term->name;
}

/* 1: done; 0: the PMU has no event of that name. */
static int term_event(struct event_terms *t, const char *name)
{
	bool passed_over = t->pmu->is_core && event_generic_over_file(name);
	const struct pmu_event *event = passed_over ? NULL : pmu_find_event(t->pmu, name);
	int result;

	if (!t->depth && t->event)
		return error_set(t->err, -EINVAL, "'%s' and '%s' are two events: write %s/%s/,%s/%s/", t->event, name,
				 t->pmu->name, t->event, t->pmu->name, name);
	if (!t->depth)
		t->event = name;
	if (event) {
		result = file_apply(t, event);
		return result ? result : 1;
	}
	return term_software(t, name) ? 1 : term_generic(t, name);
}

/* Adds a word and a blank to a list of TERM_LIST_MAX bytes. Returns how many are used then. */
static size_t list_add(char *list, size_t used, const char *word)
{
	if (used >= TERM_LIST_MAX)
		return used;
	return used + (size_t)snprintf(list + used, TERM_LIST_MAX - used, "%s%s", used ? " " : "", word);
}

static int term_unknown(const struct event_terms *t, const char *name)
{
	char list[TERM_LIST_MAX] = "";
	const char *word;
	size_t used = 0;

	for (int i = 0; t->pmu && i < t->pmu->n_formats; i++)
		used = list_add(list, used, t->pmu->formats[i].name);
	for (size_t i = 0; (word = event_term_next(t, &i));)
		used = list_add(list, used, word);
	if (t->pmu)
		return error_set(t->err, EVENT_TERM_UNKNOWN, "unknown term '%s' for PMU %s%s; it takes %s%s", name,
				 t->pmu->name, t->pmu->is_assumed ? ", which this machine does not show" : "", list,
				 t->pmu->n_events ? ", or one of its events" : "");
	return error_set(t->err, EVENT_TERM_UNKNOWN, "unknown term '%s'; this event takes %s", name, list);
}

static int term_apply(struct event_terms *t, const struct event_term *term)
{
	const struct pmu_format *format = t->pmu ? pmu_find_format(t->pmu, term->name) : NULL;
	const struct event_term_def *def;

	if (*term->name == '@')
		return term_sink(t, term->name + 1);
	if (format)
		return term_format(t, format, term->value);
	def = event_term_find(t, term->name);
	return def ? def->apply(t, term->name, term->value) : term_unknown(t, term->name);
}

/* Whether the term is one that others change bits of: an event, or a whole field of the attr. */
static bool is_base(const struct event_terms *t, const struct event_term *term)
{
	const struct event_term_def *def = event_term_find(t, term->name);

	if (event_named(t, term))
		return true;
	return def && def->is_config && !(t->pmu && pmu_find_format(t->pmu, term->name));
}

static int base_apply(struct event_terms *t, const struct event_term *term)
{
	const char *event = event_named(t, term);
	int result;

	if (!event)
		return term_apply(t, term);
	result = term_event(t, event);
	if (result < 0)
		return result;
	return result ? 0 : term_unknown(t, event);
}

/* The event and the configs first, in whatever order they are: what else was typed wins over them. */
static int list_apply(struct event_terms *t, const struct event_term_list *list)
{
	int result = 0;

	for (int i = 0; i < list->n && !result; i++)
		if (is_base(t, &list->terms[i]))
			result = base_apply(t, &list->terms[i]);
	for (int i = 0; i < list->n && !result; i++)
		if (!is_base(t, &list->terms[i]))
			result = term_apply(t, &list->terms[i]);
	return result;
}

static int file_apply(struct event_terms *t, const struct pmu_event *event)
{
	struct event_term_list list = { 0 };
	int result;

	if (t->depth >= TERM_ALIASES)
		return error_set(t->err, -EINVAL, "event file '%s' of PMU %s refers to itself", event->name,
				 t->pmu->name);
	if (event_unit_read(&t->spec->unit, t->pmu, event))
		return error_nomem(t->err);
	result = event_term_list_parse(&list, event->terms, strlen(event->terms), t->err);
	if (result)
		return result;
	t->depth++;
	result = list_apply(t, &list);
	t->depth--;
	event_term_list_fini(&list);
	return result;
}

int event_terms_apply(struct event_spec *spec, const struct pmu *pmu, const struct pmu_event *event,
		      struct event_text text, struct error *err)
{
	struct event_term_list list = { 0 };
	struct event_terms t = { .spec = spec, .pmu = pmu, .typed = &list, .err = err };
	int result = event_term_list_parse(&list, text.start, text.size, err);

	if (!result && event) {
		t.event = event->name;
		result = file_apply(&t, event);
	}
	if (!result)
		result = list_apply(&t, &list);
	event_term_list_fini(&list);
	return result;
}
