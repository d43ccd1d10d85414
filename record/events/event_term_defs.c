#include "record/events/event_term_defs.h"

#include "common/list.h"
#include "common/text.h"
#include "record/events/branch_filter.h"
#include "record/events/event_traces.h"
#include "record/pmu/event_generic.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

int event_term_number(const struct event_terms *t, const char *name, const char *value, uint64_t *ret_number)
{
	char *end;

	*ret_number = 1; /* a term without a value is a switch */
	if (!value)
		return 0;
	errno = 0;
	*ret_number = strtoull(value, &end, event_number_base(value));
	if (errno || !isdigit((unsigned char)*value) || *end)
		return error_set(t->err, -EINVAL, "term '%s': '%s' is not a number", name, value);
	return 0;
}

static int term_config(struct event_terms *t, const char *name, const char *value)
{
	int field = name[6] ? name[6] - '0' : 0;
	uint64_t number;
	int result = event_term_number(t, name, value, &number);

	if (!result)
		*pmu_field(&t->spec->attr, field) = number;
	return result;
}

/* What the kernel's generic events are numbered by. On one of several kinds of cores it is the event of these. */
static int term_legacy(struct event_terms *t, const char *name, const char *value)
{
	bool is_cache = !strcmp(name, "legacy-cache-config");
	uint64_t number;
	int result = event_term_number(t, name, value, &number);

	if (!result)
		event_generic_set(&t->spec->attr, t->pmu, is_cache ? PERF_TYPE_HW_CACHE : PERF_TYPE_HARDWARE, number);
	return result;
}

static int term_period(struct event_terms *t, const char *name, const char *value)
{
	int result = event_term_number(t, name, value, &t->spec->period);

	if (!result && !t->spec->period)
		return error_set(t->err, -EINVAL, "term 'period' must be above 0");
	t->spec->freq = 0;
	return result;
}

static int term_freq(struct event_terms *t, const char *name, const char *value)
{
	int result = event_term_number(t, name, value, &t->spec->freq);

	if (!result && !t->spec->freq)
		return error_set(t->err, -EINVAL, "term 'freq' must be above 0");
	t->spec->period = 0;
	return result;
}

static int term_name(struct event_terms *t, const char *name, const char *value)
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

static int term_callgraph(struct event_terms *t, const char *name, const char *value)
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

static int term_stack_size(struct event_terms *t, const char *name, const char *value)
{
	int result = callgraph_spec_parse_size(value ? value : "", &t->spec->callgraph.stack_size, t->err);

	if (result)
		error_prefix(t->err, "term '%s'", name);
	return result;
}

static int term_max_stack(struct event_terms *t, const char *name, const char *value)
{
	int result = callgraph_spec_parse_max(value ? value : "", &t->spec->callgraph.max_stack, t->err);

	if (result)
		error_prefix(t->err, "term '%s'", name);
	return result;
}

static int term_inherit(struct event_terms *t, const char *name, const char *value)
{
	uint64_t on;
	int result = event_term_number(t, name, value, &on);

	if (!result)
		t->spec->extra.inherit = !on == !strcmp(name, "inherit") ? EVENT_INHERIT_NO : EVENT_INHERIT_YES;
	return result;
}

static int term_branches(struct event_terms *t, const char *name, const char *value)
{
	struct event_extra *extra = &t->spec->extra;
	int result = 0;

	extra->branches = 0;
	if (!value || strcmp(value, "no") != 0)
		result = branch_filter_parse(value ? value : "", &extra->branches, t->err);
	if (result)
		error_prefix(t->err, "term '%s'", name);
	else
		extra->branches_given = true;
	return result;
}

/* Resolved when all members of the group are known, see event_ratio.h. */
static int term_ratio(struct event_terms *t, const char *name, const char *value)
{
	char *end = NULL;
	double ratio = value ? decimal_parse(value, &end) : 0;

	if (!value || end == value || *end || !isfinite(ratio) || ratio <= 0)
		return error_set(t->err, -EINVAL, "term '%s' is a number above 0, as 0.5", name);
	t->spec->ratio_to_prev = ratio;
	return 0;
}

static int term_aux_output(struct event_terms *t, const char *name, const char *value)
{
	uint64_t on;
	int result = event_term_number(t, name, value, &on);

	if (!result)
		t->spec->extra.aux_flags = on ? ATTR_AUX_OUTPUT : 0;
	return result;
}

static int term_aux_sample_size(struct event_terms *t, const char *name, const char *value)
{
	uint64_t size;
	int result = value ? event_term_number(t, name, value, &size) : -EINVAL;

	if (result || !size || size > EVENT_TRACES_SAMPLE_MAX)
		return error_set(t->err, -EINVAL, "term '%s' is a number of bytes, %d at most", name,
				 EVENT_TRACES_SAMPLE_MAX);
	t->spec->extra.aux_sample_size = (uint32_t)size;
	return 0;
}

static int term_aux_action(struct event_terms *t, const char *name, const char *value)
{
	static const struct {
		const char *word;
		uint32_t action;
	} actions[] = {
		{ "start-paused", AUX_ACTION_START_PAUSED },
		{ "pause", AUX_ACTION_PAUSE },
		{ "resume", AUX_ACTION_RESUME },
	};

	uint32_t action = 0;

	for (size_t i = 0; i < ARRAY_SIZE(actions) && !action; i++)
		action = value && !strcmp(value, actions[i].word) ? actions[i].action : 0;
	if (!action)
		return error_set(t->err, -EINVAL, "term '%s' is pause, resume or start-paused", name);
	if (action == AUX_ACTION_START_PAUSED && !event_spec_is_trace(t->spec))
		return error_set(t->err, -EINVAL, "term '%s': a hardware trace starts paused, as in intel_pt/%s=%s/",
				 name, name, value);
	t->spec->extra.aux_action = action;
	return 0;
}

/* A recording has times anyway. */
static int term_switch(struct event_terms *t, const char *name, const char *value)
{
	uint64_t on;
	int result = event_term_number(t, name, value, &on);

	if (!result && on > 1)
		return error_set(t->err, -EINVAL, "term '%s' is 0 or 1", name);
	return result;
}

/* Of prec stat. */
static int term_percore(struct event_terms *t, const char *name, const char *value)
{
	int result = term_switch(t, name, value);

	t->spec->percore = !result && (!value || strtoull(value, NULL, 0));
	return result;
}

/* As many samples are enough for perf trace: nothing to a recording. */
static int term_count(struct event_terms *t, const char *name, const char *value)
{
	uint64_t ignored;

	return event_term_number(t, name, value, &ignored);
}

/* What perf stat calls the event in a metric. */
static int term_metric(struct event_terms *t, const char *name, const char *value)
{
	return value && *value ? 0 : error_set(t->err, -EINVAL, "term '%s' needs a value", name);
}

static int term_overwrite(struct event_terms *t, const char *name, const char *value)
{
	uint64_t on;
	int result = event_term_number(t, name, value, &on);

	if (!result)
		t->spec->extra.overwrite = !on == !strcmp(name, "overwrite") ? EVENT_OVERWRITE_NO : EVENT_OVERWRITE_YES;
	return result;
}

static const struct event_term_def term_defs[] = {
	{ "config", term_config, EVENT_TERM_OF_PMUS, true },
	{ "config1", term_config, EVENT_TERM_OF_ATTRS, true },
	{ "config2", term_config, EVENT_TERM_OF_ATTRS, true },
	{ "config3", term_config, EVENT_TERM_OF_ATTRS, true },
	{ "config4", term_config, EVENT_TERM_OF_ATTRS, true },
	{ "legacy-hardware-config", term_legacy, EVENT_TERM_OF_CORES, true },
	{ "legacy-cache-config", term_legacy, EVENT_TERM_OF_CORES, true },
	{ .name = "period", .apply = term_period },
	{ .name = "freq", .apply = term_freq },
	{ .name = "name", .apply = term_name },
	{ .name = "branch_type", .apply = term_branches },
	{ .name = "call-graph", .apply = term_callgraph },
	{ .name = "stack-size", .apply = term_stack_size },
	{ .name = "max-stack", .apply = term_max_stack },
	{ .name = "inherit", .apply = term_inherit },
	{ .name = "no-inherit", .apply = term_inherit },
	{ .name = "cpu", .apply = event_term_cpu },
	{ .name = "ratio-to-prev", .apply = term_ratio },
	{ .name = "aux-output", .apply = term_aux_output },
	{ .name = "aux-sample-size", .apply = term_aux_sample_size },
	{ .name = "aux-action", .apply = term_aux_action },
	{ .name = "time", .apply = term_switch },
	{ .name = "percore", .apply = term_percore },
	{ .name = "nr", .apply = term_count },
	{ .name = "metric-id", .apply = term_metric },
	{ .name = "overwrite", .apply = term_overwrite },
	{ .name = "no-overwrite", .apply = term_overwrite },
};

static bool can_have(const struct event_terms *t, const struct event_term_def *def)
{
	switch (def->of) {
	case EVENT_TERM_OF_ATTRS:
		return t->pmu ||
		       (t->spec->attr.type != PERF_TYPE_TRACEPOINT && t->spec->attr.type != PERF_TYPE_BREAKPOINT);
	case EVENT_TERM_OF_PMUS: return t->pmu;
	case EVENT_TERM_OF_CORES: return t->pmu && t->pmu->is_core;
	default: return true;
	}
}

const struct event_term_def *event_term_find(const struct event_terms *t, const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(term_defs); i++)
		if (!strcmp(term_defs[i].name, name) && can_have(t, &term_defs[i]))
			return &term_defs[i];
	return NULL;
}

const char *event_term_next(const struct event_terms *t, size_t *i)
{
	while (*i < ARRAY_SIZE(term_defs)) {
		const struct event_term_def *def = &term_defs[(*i)++];

		if (can_have(t, def))
			return def->name;
	}
	return NULL;
}

#define TERM_MAX 256 /* bytes, the NUL included */

static bool is_quote(char c)
{
	return c == '\'' || c == '"';
}

/* Without the blanks at both ends. */
static char *trimmed(char *text)
{
	size_t size;

	while (isspace((unsigned char)*text))
		text++;
	size = strlen(text);
	while (size && isspace((unsigned char)text[size - 1]))
		text[--size] = 0;
	return text;
}

/* The comma that ends the term here, or the end of the text. A quote counts where a value begins with it. */
static char *term_end(char *text)
{
	char *value = text + strcspn(text, "=,");

	if (*value == '=') {
		value++;
		value += strspn(value, " \t");
		if (is_quote(*value)) {
			char *close = strchr(value + 1, *value);

			value = close ? close + 1 : value;
		}
	}
	return value + strcspn(value, ",");
}

/* One term, ended by a NUL. */
static int term_cut(struct event_term *ret_term, char *text, struct error *err)
{
	char *value = strchr(text, '=');
	size_t size;

	if (strlen(text) >= TERM_MAX)
		return error_set(err, -EINVAL, "term of %zu letters, %d at most", strlen(text), TERM_MAX - 1);
	if (value)
		*value++ = 0;
	ret_term->name = trimmed(text);
	if (!*ret_term->name)
		return error_set(err, -EINVAL, "empty term");
	if (!value)
		return 0;
	value = trimmed(value);
	size = strlen(value);
	if (size && is_quote(*value)) {
		if (size < 2 || value[size - 1] != *value)
			return error_set(err, -EINVAL, "term '%s': a quote is missing", ret_term->name);
		value[size - 1] = 0;
		value++;
	}
	ret_term->value = value;
	return 0;
}

static int terms_cut(struct event_term_list *list, struct error *err)
{
	for (char *text = list->text; text;) {
		char *end = term_end(text);
		char *next = *end ? end + 1 : NULL;
		struct event_term term = { 0 };
		int result;

		*end = 0;
		result = term_cut(&term, text, err);
		if (result)
			return result;
		if (!list_reserve_unkept(&list->terms, (size_t)list->n, sizeof(*list->terms)))
			return error_nomem(err);
		list->terms[list->n++] = term;
		text = next;
	}
	return 0;
}

int event_term_list_parse(struct event_term_list *ret_list, const char *text, size_t size, struct error *err)
{
	struct event_term_list list = { .text = strndup(size ? text : "", size) };
	int result;

	if (!list.text)
		return error_nomem(err);
	result = *trimmed(list.text) ? terms_cut(&list, err) : 0;
	if (result)
		event_term_list_fini(&list);
	else
		*ret_list = list;
	return result;
}

void event_term_list_fini(struct event_term_list *list)
{
	free(list->text);
	free(list->terms);
	*list = (struct event_term_list){ 0 };
}

const char *event_term_list_value(const struct event_term_list *list, const char *name)
{
	for (int i = 0; i < list->n; i++)
		if (list->terms[i].value && !strcmp(list->terms[i].name, name))
			return list->terms[i].value;
	return NULL;
}
