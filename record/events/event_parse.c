
#include "record/events/event_parse.h"

#include "record/address/event_extension.h"
#include "record/events/event_groups.h"
#include "record/events/event_modifiers.h"
#include "record/events/event_parser.h"
#include "record/events/event_ratio.h"
#include "record/events/event_term_defs.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EVENT_LIST_MAX (64 * 1024) /* events: a glob over all tracepoints gives some thousands */

/* Letters after ':', or right after the closing '/' of terms, for the events from first up to end. */
static int parser_modifiers(struct parser *ps, int first, int end, struct event_text letters, bool of_group)
{
	char what[64];

	for (int i = first; i < end; i++) {
		size_t bad;
		int result = event_modifiers_apply(&ps->list->events[i], letters.start, letters.size, of_group, &bad);

		if (!result)
			continue;
		if (result == -ERANGE)
			return parser_error(ps, letters.start, "an event and its group have more than three p");
		snprintf(what, sizeof(what), "'%c' is no modifier, or given too often", letters.start[bad]);
		return parser_error(ps, letters.start + bad, what);
	}
	return 0;
}

/* "cpu_core/cycles,TERMS/MODIFIERS", where each kind of core has an event of what was typed. */
static char *core_name(const char *pmu, struct event_text typed, struct event_text word)
{
	const char *rest = word.start + word.size, *end = typed.start + typed.size;
	const char *terms = rest < end && *rest == '/' ? rest + 1 : NULL;
	const char *slash = terms ? memchr(terms, '/', (size_t)(end - terms)) : NULL;
	const char *letters = slash ? slash + 1 : rest;
	char *name;

	letters += letters < end && *letters == ':';
	if (asprintf(&name, "%s/%.*s%s%.*s/%.*s", pmu, (int)word.size, word.start, slash && slash > terms ? "," : "",
		     slash ? (int)(slash - terms) : 0, slash ? terms : "", (int)(end - letters), letters) < 0)
		return NULL;
	return name;
}

/* Whether the PMU of an event was chosen by the context alone. */
static bool is_filtered(const struct parser *ps, const struct event_spec *spec, struct event_text word)
{
	return ps->context->pmu_filter && spec->pmu_is_one_of_cores &&
	       (strlen(spec->pmu) != word.size || memcmp(spec->pmu, word.start, word.size) != 0);
}

/* An event without a name= term is called as it was typed; a tracepoint has its own name. */
static int parser_names(struct parser *ps, int first, struct event_text word)
{
	const struct event_text typed = { word.start, (size_t)(ps->p - word.start) };
	const char *pmu = NULL;
	bool several = false;

	for (int i = first; i < ps->list->n; i++) {
		const struct event_spec *spec = &ps->list->events[i];

		several |= (spec->pmu_is_one_of_cores && pmu && strcmp(pmu, spec->pmu) != 0) ||
			   is_filtered(ps, spec, word);
		pmu = spec->pmu_is_one_of_cores ? spec->pmu : pmu;
	}
	for (int i = first; i < ps->list->n; i++) {
		struct event_spec *spec = &ps->list->events[i];

		if (spec->name)
			continue;
		if (spec->is_tracepoint && asprintf(&spec->name, "%s:%s", spec->system, spec->tracepoint) < 0)
			spec->name = NULL;
		else if (several && !spec->is_tracepoint)
			spec->name = core_name(spec->pmu, typed, word);
		else if (!spec->is_tracepoint)
			spec->name = strndup(typed.start, typed.size);
		if (!spec->name)
			return error_nomem(ps->err);
	}
	return 0;
}

static int parser_event(struct parser *ps)
{
	struct parser ahead = *ps;
	const char *start = ps->p;
	size_t size = parser_word(&ahead).size;
	int first = ps->list->n;
	bool modifiable;
	int result = parser_event_body(ps, &modifiable);

	if (result)
		return result;
	ps->list->n_items++;
	for (int i = first; i < ps->list->n; i++) {
		event_modifiers_default(&ps->list->events[i]);
		ps->list->events[i].item = ps->list->n_items;
	}
	if (*ps->p == ':' || (modifiable && !parser_word_ends(*ps->p))) {
		ps->p += *ps->p == ':';
		if (parser_word_ends(*ps->p))
			return parser_error(ps, ps->p, "a modifier is missing after ':'");
		result = parser_modifiers(ps, first, ps->list->n, parser_word(ps), false);
	}
	if (!result)
		result = parser_names(ps, first, (struct event_text){ start, size });
	return result;
}

static int parser_item(struct parser *ps);

static int parser_items(struct parser *ps)
{
	for (;;) {
		int result;

		parser_blanks(ps);
		result = parser_item(ps);
		if (result)
			return result;
		if (ps->list->n > EVENT_LIST_MAX)
			return error_set(ps->err, -E2BIG, "'%s' stands for more than %d events", ps->text,
					 EVENT_LIST_MAX);
		parser_blanks(ps);
		if (*ps->p != ',')
			return 0;
		ps->p++;
	}
}

/* Modifiers of a group: pinned and exclusive are the leaders' alone, see perf_event_open(2). */
static int parser_group_modifiers(struct parser *ps, int first)
{
	const struct event_text letters = parser_word(ps);

	for (int i = first; i < ps->list->n; i++) {
		struct event_spec *spec = &ps->list->events[i];
		uint64_t before = spec->attr.flags;
		int result = parser_modifiers(ps, i, i + 1, letters, true);

		if (result)
			return result;
		if (!event_groups_leads(ps->list, i))
			spec->attr.flags &= before | ~(ATTR_PINNED | ATTR_EXCLUSIVE);
	}
	return 0;
}

/* The groups are called NAME. */
static int parser_group_name(struct parser *ps, int first, struct event_text name)
{
	for (int i = first; i < ps->list->n; i++) {
		if (!event_groups_leads(ps->list, i))
			continue;
		ps->list->events[i].group_name = strndup(name.start, name.size);
		if (!ps->list->events[i].group_name)
			return error_nomem(ps->err);
	}
	return 0;
}

/* "{a,b}:MODIFIERS"; the cursor is on the brace. name: the word before it, or empty. */
static int parser_group(struct parser *ps, struct event_text name)
{
	const char *open = ps->p++;
	int first = ps->list->n;
	int result;

	if (ps->in_group)
		return parser_error(ps, open, "a group within a group");
	ps->in_group = true;
	result = parser_items(ps);
	ps->in_group = false;
	if (result)
		return result;
	if (*ps->p != '}')
		return parser_error(ps, *ps->p ? ps->p : open, *ps->p ? "expected ',' or '}'" : "'{' without '}'");
	ps->p++;
	result = event_groups_make(ps->list, first, ps->err);
	if (!result)
		result = event_topdown_add_slots(ps->list, first, ps->err);
	if (!result && *ps->p == ':') {
		ps->p++;
		result = parser_group_modifiers(ps, first);
	}
	if (!result)
		event_groups_share_reading(ps->list, first);
	return result || !name.size ? result : parser_group_name(ps, first, name);
}

/* The word is the dialect's; ahead: after it. */
static bool parser_is_of_extension(const struct parser *ps, struct parser ahead, struct event_text word)
{
	const struct event_extension *extension = ps->context->extension;

	parser_blanks(&ahead);
	return extension && word.size && !ps->in_group && (!*ahead.p || *ahead.p == ',') &&
	       extension->take_word(extension->context, word);
}

static int parser_item(struct parser *ps)
{
	struct parser ahead = *ps;
	struct event_text name = parser_word(&ahead);

	if (parser_is_of_extension(ps, ahead, name)) {
		ps->p = ahead.p;
		return 0;
	}
	if (*ps->p == '{')
		return parser_group(ps, (struct event_text){ 0 });
	if (name.size && (ahead.p[0] == '{' || (ahead.p[0] == ':' && ahead.p[1] == '{'))) {
		ps->p = ahead.p + (ahead.p[0] == ':');
		return parser_group(ps, name);
	}
	return parser_event(ps);
}

int event_list_parse(struct event_list *list, const char *text, const struct event_context *context, struct error *err)
{
	static const struct event_context usual = { 0 };
	struct parser ps = { .text = text, .p = text, .list = list, .context = context ? context : &usual, .err = err };
	int n = list->n;
	int n_groups = list->n_groups;
	int n_items = list->n_items;
	int result = parser_items(&ps);

	if (!result && *ps.p)
		result = parser_error(&ps, ps.p, *ps.p == '}' ? "'}' without '{'" : "expected ',' or the end");
	if (!result)
		result = event_term_cpu_check(list, n, ps.context, err);
	if (!result)
		result = event_topdown_join_slots(list, n, err);
	if (!result)
		result = event_ratio_check(list, n, ps.context, err);
	if (result) {
		event_list_truncate(list, n);
		list->n_groups = n_groups;
		list->n_items = n_items;
	}
	return result;
}
