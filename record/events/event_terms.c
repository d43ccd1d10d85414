#include "record/events/event_terms.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/events/event_generic.h"
#include "record/events/event_names.h"
#include "record/events/event_traces.h"

#define TERM_MAX       256
#define TERM_LIST_MAX  400
#define TERM_ALIASES   4 /* event files that name event files */
#define TERM_BAD_VALUE "term '%s': '%s' is not a number"

struct terms {
	struct event_spec *spec;
	const struct pmu *pmu;
	int depth;
	struct error *err;
};

static int terms_apply(struct terms *t, const char *text, size_t size);

static int term_number(const struct terms *t, const char *name, const char *value, uint64_t *ret_number)
{
	char *end;

	*ret_number = 1; /* a term without a value is a switch */
	if (!value)
		return 0;
	errno = 0;
	*ret_number = strtoull(value, &end, 0);
	if (errno || end == value || *end || *value == '-')
		return error_set(t->err, -EINVAL, TERM_BAD_VALUE, name, value);
	return 0;
}

static int term_config(struct terms *t, const char *name, const char *value)
{
	struct event_attr *attr = &t->spec->attr;
	uint64_t *fields[PMU_FIELDS] = { &attr->config, &attr->config1, &attr->config2, &attr->config3 };
	int field = name[6] ? name[6] - '0' : 0;
	int result = term_number(t, name, value, fields[field]);

	if (!result && field == 3)
		attr->size = ATTR_SIZE_VER8;
	return result;
}

static int term_period(struct terms *t, const char *name, const char *value)
{
	int result = term_number(t, name, value, &t->spec->period);

	if (!result && !t->spec->period)
		return error_set(t->err, -EINVAL, "term 'period' must be above 0");
	t->spec->freq = 0;
	return result;
}

static int term_freq(struct terms *t, const char *name, const char *value)
{
	int result = term_number(t, name, value, &t->spec->freq);

	if (!result && !t->spec->freq)
		return error_set(t->err, -EINVAL, "term 'freq' must be above 0");
	t->spec->period = 0;
	return result;
}

static int term_name(struct terms *t, const char *name, const char *value)
{
	char *copy;

	if (!value || !*value)
		return error_set(t->err, -EINVAL, "term '%s' needs a value", name);
	copy = strdup(value);
	if (!copy)
		return error_nomem(t->err);
	free(t->spec->name);
	t->spec->name = copy;
	return 0;
}

static int term_callgraph(struct terms *t, const char *name, const char *value)
{
	struct callgraph_spec asked = { .mode = CALLGRAPH_NONE };
	int result = 0;

	if (!value || strcmp(value, "no"))
		result = callgraph_spec_parse(&asked, value ? value : "", t->err);
	if (result) {
		error_prefix(t->err, "term '%s'", name);
		return result;
	}
	t->spec->callgraph.mode = asked.mode;
	if (asked.stack_size)
		t->spec->callgraph.stack_size = asked.stack_size;
	return 0;
}

static int term_stack_size(struct terms *t, const char *name, const char *value)
{
	int result = callgraph_spec_parse_size(value ? value : "", &t->spec->callgraph.stack_size, t->err);

	if (result)
		error_prefix(t->err, "term '%s'", name);
	return result;
}

static int term_max_stack(struct terms *t, const char *name, const char *value)
{
	int result = callgraph_spec_parse_max(value ? value : "", &t->spec->callgraph.max_stack, t->err);

	if (result)
		error_prefix(t->err, "term '%s'", name);
	return result;
}

static int term_inherit(struct terms *t, const char *name, const char *value)
{
	uint64_t on;
	int result = term_number(t, name, value, &on);

	if (!result)
		t->spec->extra.inherit = !on == !strcmp(name, "inherit") ? EVENT_INHERIT_NO : EVENT_INHERIT_YES;
	return result;
}

/* The event counts on this CPU alone. */
static int term_cpu(struct terms *t, const char *name, const char *value)
{
	struct cpulist cpus = { 0 };
	int result = value ? cpulist_parse(&cpus, value, t->err) : -EINVAL;

	if (result == -ENOMEM)
		return result;
	if (result || !cpus.n) {
		cpulist_fini(&cpus);
		return error_set(t->err, -EINVAL, "term '%s' needs the number of a CPU", name);
	}
	cpulist_fini(&t->spec->pmu_cpus);
	t->spec->pmu_cpus = cpus;
	return 0;
}

static int term_aux_output(struct terms *t, const char *name, const char *value)
{
	uint64_t on;
	int result = term_number(t, name, value, &on);

	if (!result)
		t->spec->extra.aux_flags = on ? ATTR_AUX_OUTPUT : 0;
	return result;
}

static int term_aux_sample_size(struct terms *t, const char *name, const char *value)
{
	uint64_t size;
	int result = value ? term_number(t, name, value, &size) : -EINVAL;

	if (result || !size || size > EVENT_TRACES_SAMPLE_MAX)
		return error_set(t->err, -EINVAL, "term '%s' is a number of bytes, %d at most", name,
				 EVENT_TRACES_SAMPLE_MAX);
	t->spec->extra.aux_sample_size = (uint32_t)size;
	return 0;
}

static int term_aux_action(struct terms *t, const char *name, const char *value)
{
	static const struct {
		const char *word;
		uint32_t action;
	} actions[] = {
		{ "start-paused", AUX_ACTION_START_PAUSED },
		{ "pause", AUX_ACTION_PAUSE },
		{ "resume", AUX_ACTION_RESUME },
	};

	for (size_t i = 0; i < ARRAY_SIZE(actions); i++)
		if (value && !strcmp(value, actions[i].word)) {
			t->spec->extra.aux_action = actions[i].action;
			return 0;
		}
	return error_set(t->err, -EINVAL, "term '%s' is pause, resume or start-paused", name);
}

/* What a recording has or does anyway, or what has no meaning to it: time, percore, nr. */
static int term_checked(struct terms *t, const char *name, const char *value)
{
	uint64_t ignored;

	return term_number(t, name, value, &ignored);
}

static int term_overwrite(struct terms *t, const char *name, const char *value)
{
	uint64_t on;
	int result = term_number(t, name, value, &on);

	if (!result)
		t->spec->extra.overwrite = !on == !strcmp(name, "overwrite") ? EVENT_OVERWRITE_NO : EVENT_OVERWRITE_YES;
	return result;
}

static const struct term_def {
	const char *name;
	int (*apply)(struct terms *t, const char *name, const char *value);
	bool pmu_only;
} term_defs[] = {
	{ "config", term_config, true },
	{ "config1", term_config, true },
	{ "config2", term_config, true },
	{ "config3", term_config, true },
	{ "period", term_period, false },
	{ "freq", term_freq, false },
	{ "name", term_name, false },
	{ "call-graph", term_callgraph, false },
	{ "stack-size", term_stack_size, false },
	{ "max-stack", term_max_stack, false },
	{ "inherit", term_inherit, false },
	{ "no-inherit", term_inherit, false },
	{ "cpu", term_cpu, false },
	{ "aux-output", term_aux_output, false },
	{ "aux-sample-size", term_aux_sample_size, false },
	{ "aux-action", term_aux_action, false },
	{ "time", term_checked, false },
	{ "percore", term_checked, false },
	{ "nr", term_checked, false },
	{ "overwrite", term_overwrite, false },
	{ "no-overwrite", term_overwrite, false },
};

static int term_format(struct terms *t, const struct pmu_format *format, const char *value)
{
	uint64_t number;
	int result = term_number(t, format->name, value, &number);

	if (result)
		return result;
	if (pmu_format_apply(format, &t->spec->attr, number))
		return error_set(t->err, -EINVAL, "term '%s' of PMU %s has %d bits, 0x%llx does not fit", format->name,
				 t->pmu->name, __builtin_popcountll(format->bits), (unsigned long long)number);
	return 0;
}

/* The kernel's software events have no files in sysfs; Linux perf takes their names as terms all the same. */
static bool term_software(struct terms *t, const char *name)
{
	const struct event_name *event = event_name_find(name, strlen(name));

	if (strcmp(t->pmu->name, "software") || !event || event->type != PERF_TYPE_SOFTWARE)
		return false;
	t->spec->attr.config = event->config;
	return true;
}

/* "cycles", "L1-dcache-loads" or "r1a8" of a core's PMU. 1: done; 0: it is none. */
static int term_generic(struct terms *t, const char *name)
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

/* Adds a word and a blank to a list of TERM_LIST_MAX bytes. Returns how many are used then. */
static size_t list_add(char *list, size_t used, const char *word)
{
	if (used >= TERM_LIST_MAX)
		return used;
	return used + (size_t)snprintf(list + used, TERM_LIST_MAX - used, "%s%s", used ? " " : "", word);
}

static int term_unknown(const struct terms *t, const char *name)
{
	char list[TERM_LIST_MAX] = "";
	size_t used = 0;

	for (int i = 0; t->pmu && i < t->pmu->n_formats; i++)
		used = list_add(list, used, t->pmu->formats[i].name);
	for (size_t i = 0; i < ARRAY_SIZE(term_defs); i++)
		if (t->pmu || !term_defs[i].pmu_only)
			used = list_add(list, used, term_defs[i].name);
	if (t->pmu)
		return error_set(t->err, EVENT_TERM_UNKNOWN, "unknown term '%s' for PMU %s; it takes %s%s", name,
				 t->pmu->name, list, t->pmu->n_events ? ", or one of its events" : "");
	return error_set(t->err, EVENT_TERM_UNKNOWN, "unknown term '%s'; this event takes %s", name, list);
}

static int term_apply(struct terms *t, const char *name, const char *value)
{
	const struct pmu_format *format = t->pmu ? pmu_find_format(t->pmu, name) : NULL;
	const struct pmu_event *event = t->pmu && !value ? pmu_find_event(t->pmu, name) : NULL;
	int generic;

	if (format && !(event && !value))
		return term_format(t, format, value);
	if (event && t->depth >= TERM_ALIASES)
		return error_set(t->err, -EINVAL, "event file '%s' of PMU %s refers to itself", name, t->pmu->name);
	if (event) {
		int result;

		t->depth++;
		result = terms_apply(t, event->terms, strlen(event->terms));
		t->depth--;
		return result;
	}
	for (size_t i = 0; i < ARRAY_SIZE(term_defs); i++)
		if (!strcmp(term_defs[i].name, name) && (t->pmu || !term_defs[i].pmu_only))
			return term_defs[i].apply(t, name, value);
	if (t->pmu && !value && term_software(t, name))
		return 0;
	generic = t->pmu && !value ? term_generic(t, name) : 0;
	if (generic)
		return generic < 0 ? generic : 0;
	return term_unknown(t, name);
}

/* "@tmc_etr0": which of the sinks of CoreSight gets the trace. The kernel has their numbers in a folder of the PMU. */
static int term_sink(struct terms *t, const char *name)
{
	char file[TERM_MAX + sizeof("sinks/")];
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

/* One term, with its value in quotes or without. */
static int term_parse(struct terms *t, const char *text, size_t size)
{
	char term[TERM_MAX];
	char *value;
	size_t length;

	if (size >= sizeof(term))
		return error_set(t->err, -EINVAL, "term of %zu letters, %d at most", size, TERM_MAX - 1);
	memcpy(term, text, size);
	term[size] = 0;
	if (*term == '@' && t->pmu)
		return term_sink(t, term + 1);
	value = strchr(term, '=');
	if (value)
		*value++ = 0;
	if (!*term)
		return error_set(t->err, -EINVAL, "empty term");
	length = value ? strlen(value) : 0;
	if (length >= 2 && (*value == '\'' || *value == '"') && value[length - 1] == *value) {
		value[length - 1] = 0;
		value++;
	}
	/* A parameter that the event file leaves open. The user gives it in a later term. */
	if (t->depth && value && !strcmp(value, "?"))
		return 0;
	return term_apply(t, term, value);
}

static int terms_apply(struct terms *t, const char *text, size_t size)
{
	int result = 0;

	while (size && !result) {
		const char *comma = memchr(text, ',', size);
		size_t length = comma ? (size_t)(comma - text) : size;

		result = term_parse(t, text, length);
		text += length + (comma != NULL);
		size -= length + (comma != NULL);
	}
	return result;
}

int event_terms_apply(struct event_spec *spec, const struct pmu *pmu, const char *terms, size_t size, struct error *err)
{
	struct terms t = { .spec = spec, .pmu = pmu, .err = err };

	return terms_apply(&t, terms, size);
}

int event_terms_apply_event(struct event_spec *spec, const struct pmu *pmu, const struct pmu_event *event,
			    struct error *err)
{
	struct terms t = { .spec = spec, .pmu = pmu, .depth = 1, .err = err };

	return terms_apply(&t, event->terms, strlen(event->terms));
}
