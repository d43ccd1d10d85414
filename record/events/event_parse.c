#include "config.h" /* asprintf */

#include "record/events/event_parse.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/events/event_find.h"
#include "record/events/event_groups.h"
#include "record/events/event_modifiers.h"
#include "record/events/event_probe.h"
#include "record/events/event_terms.h"
#include "record/events/event_topdown.h"

#define TEXT_SHOWN_MAX 240         /* letters */
#define EVENT_LIST_MAX (64 * 1024) /* events: a glob over all tracepoints gives some thousands */

struct parser {
	const char *text;
	const char *p;
	struct event_list *list;
	const struct event_context *context;
	struct error *err;
	bool in_group;
};

/* Of a long text the first letters, so that what is wrong with it has room in the message, too. */
static const char *parser_shown(const struct parser *ps, char ret_text[TEXT_SHOWN_MAX + sizeof("...")])
{
	bool is_long = strlen(ps->text) > TEXT_SHOWN_MAX;

	snprintf(ret_text, TEXT_SHOWN_MAX + sizeof("..."), "%.*s%s", TEXT_SHOWN_MAX, ps->text, is_long ? "..." : "");
	return ret_text;
}

static int parser_error(struct parser *ps, const char *at, const char *what)
{
	char text[TEXT_SHOWN_MAX + sizeof("...")];

	return error_set(ps->err, -EINVAL, "event '%s', at character %zu: %s", parser_shown(ps, text),
			 (size_t)(at - ps->text) + 1, what);
}

/* Adds the place in the text to a message of a function that does not know it. Returns the result, or -EINVAL for a
 * term that is unknown. */
static int parser_place(struct parser *ps, const char *at, int result)
{
	char text[TEXT_SHOWN_MAX + sizeof("...")], whole[256];

	if (result == EVENT_TERM_UNKNOWN)
		result = -EINVAL;
	if (!ps->err)
		return result;
	ps->err->code = result;
	/* What is said of the only event needs no place. */
	snprintf(whole, sizeof(whole), "no event '%s'", ps->text);
	if (!strncmp(ps->err->message, whole, strlen(whole)))
		return result;
	if (at == ps->text)
		error_prefix(ps->err, "event '%s'", parser_shown(ps, text));
	else
		error_prefix(ps->err, "event '%s', at character %zu", parser_shown(ps, text),
			     (size_t)(at - ps->text) + 1);
	return result;
}

static void parser_blanks(struct parser *ps)
{
	while (isspace((unsigned char)*ps->p))
		ps->p++;
}

static bool word_ends(char c)
{
	return !c || strchr(",:/{}", c) || isspace((unsigned char)c);
}

/* A word up to , : / { } or white space. These do not end it within the [..] of a glob. */
static struct event_text parser_word(struct parser *ps)
{
	const char *start = ps->p;

	while (!word_ends(*ps->p)) {
		const char *close = *ps->p == '[' ? strchr(ps->p, ']') : NULL;

		ps->p = close ? close + 1 : ps->p + 1;
	}
	return (struct event_text){ start, ps->p - start };
}

/* Letters after ':', or right after the closing '/' of terms, for the events from first up to end. */
static int parser_modifiers(struct parser *ps, int first, int end, struct event_text letters, bool of_group)
{
	char what[64];

	for (int i = first; i < end; i++) {
		size_t bad;
		int result = event_modifiers_apply(&ps->list->events[i], letters.start, letters.size, of_group, &bad);

		if (!result)
			continue;
		snprintf(what, sizeof(what), "'%c' is no modifier, or given too often", letters.start[bad]);
		return parser_error(ps, letters.start + bad, what);
	}
	return 0;
}

/* "/TERMS/"; the cursor is on the first slash. */
static int parser_terms(struct parser *ps, struct event_text *ret_terms)
{
	const char *start = ps->p + 1;
	const char *end = strchr(start, '/');

	if (!end)
		return parser_error(ps, ps->p, "terms without a '/' at their end");
	*ret_terms = (struct event_text){ start, end - start };
	ps->p = end + 1;
	return 0;
}

/* mem:ADDR[/LEN][:rwx][/TERMS/]; the cursor is after "mem". */
static int parser_breakpoint(struct parser *ps, bool *ret_modifiable)
{
	int first = ps->list->n;
	struct event_text terms;
	int result;
	const char *start = ps->p + 1;
	struct event_breakpoint breakpoint = { .access = EVENT_BREAKPOINT_READ | EVENT_BREAKPOINT_WRITE };
	char *end;

	errno = 0;
	breakpoint.address = strtoull(start, &end, 0);
	if (errno || end == start || !isdigit((unsigned char)*start))
		return parser_error(ps, start, "a breakpoint is mem:ADDRESS[/LENGTH][:rwx]");
	if (*end == '/') {
		start = end + 1;
		breakpoint.length = strtoull(start, &end, 0);
		if (errno || end == start || !breakpoint.length)
			return parser_error(ps, start, "a breakpoint's length is a number of bytes");
	}
	if (*end == ':' && end[1] && strchr("rwx", end[1])) {
		breakpoint.access = 0;
		for (end++; *end && strchr("rwx", *end); end++)
			breakpoint.access |= *end == 'r'   ? EVENT_BREAKPOINT_READ
					     : *end == 'w' ? EVENT_BREAKPOINT_WRITE
							   : EVENT_BREAKPOINT_EXEC;
	}
	ps->p = end;
	result = event_find_breakpoint(ps->list, &breakpoint, ps->err);
	if (result || *ps->p != '/')
		return result;
	*ret_modifiable = true;
	result = parser_terms(ps, &terms);
	if (result)
		return result;
	result = event_find_apply_terms(ps->list, first, terms, ps->err);
	return result ? parser_place(ps, terms.start, result) : 0;
}

/* Where the text of a probe's place ends: before modifiers, the next event, or terms. */
static struct event_text parser_place_text(struct parser *ps)
{
	const char *start = ps->p;

	while (!word_ends(*ps->p))
		ps->p++;
	return (struct event_text){ start, (size_t)(ps->p - start) };
}

/* uprobe:FILE:PLACE and kprobe:PLACE; the cursor is on the colon after word. A file's name goes on to the next colon.
 */
static int parser_probe(struct parser *ps, struct event_text word, bool *ret_modifiable)
{
	int first = ps->list->n;
	struct event_text file = { 0 }, terms;
	const char *colon;
	int result;

	ps->p++;
	if (*word.start == 'u') {
		colon = strchr(ps->p, ':');
		if (!colon)
			return parser_error(ps, ps->p, "a uprobe is uprobe:FILE:FUNCTION[+OFFSET][%return]");
		file = (struct event_text){ ps->p, (size_t)(colon - ps->p) };
		ps->p = colon + 1;
	}
	result = event_probe_find(ps->list, file, parser_place_text(ps), ps->context, ps->err);
	if (result)
		return parser_place(ps, word.start, result);
	if (*ps->p != '/')
		return 0;
	*ret_modifiable = true;
	result = parser_terms(ps, &terms);
	if (result)
		return result;
	result = event_find_apply_terms(ps->list, first, terms, ps->err);
	return result ? parser_place(ps, word.start, result) : 0;
}

static bool word_is(struct event_text word, const char *text)
{
	return word.size == strlen(text) && !memcmp(word.start, text, word.size);
}

/* The tracepoint SYSTEM:NAME; the cursor is on the colon. */
static int parser_tracepoint(struct parser *ps, struct event_text system)
{
	struct event_text name;
	int result;

	ps->p++;
	name = parser_word(ps);
	if (!name.size)
		return parser_error(ps, ps->p, "a tracepoint is SYSTEM:NAME");
	result = event_find_tracepoints(ps->list, system, name, ps->context, ps->err);
	return result ? parser_place(ps, system.start, result) : 0;
}

/* Whether the colon here begins modifiers of a PMU's event file, and not a tracepoint's name. */
static bool parser_colon_modifies(const struct parser *ps, struct event_text word)
{
	struct parser ahead = *ps;
	struct event_text letters;

	ahead.p++;
	letters = parser_word(&ahead);
	return event_modifiers_are(letters.start, letters.size) && event_find_has_file(word, ps->context);
}

/* WORD/TERMS/ of a PMU, or of an event file where no PMU has the name. */
static int parser_pmu(struct parser *ps, struct event_text word, struct event_text terms)
{
	int result = event_find_pmu(ps->list, word, terms, ps->context, ps->err);

	if (result != -ENOENT || !event_find_has_file(word, ps->context))
		return result;
	return event_find_file(ps->list, word, terms, ps->context, ps->err);
}

/* Adds what one event text stands for, terms included; *ret_modifiable says that modifiers may follow without ':'. */
static int parser_event_body(struct parser *ps, bool *ret_modifiable)
{
	int first = ps->list->n;
	struct event_text word = parser_word(ps);
	struct event_text terms = { 0 };
	int result;

	*ret_modifiable = false;
	if (!word.size)
		return parser_error(ps, ps->p, "an event is missing");
	if (word_is(word, "mem") && *ps->p == ':')
		return parser_breakpoint(ps, ret_modifiable);
	if ((word_is(word, "uprobe") || word_is(word, "kprobe")) && *ps->p == ':')
		return parser_probe(ps, word, ret_modifiable);
	result = event_find_generic(ps->list, word, ps->context, ps->err);
	if (result < 0)
		return parser_place(ps, word.start, result);
	if (!result && *ps->p == ':' && !parser_colon_modifies(ps, word)) {
		result = parser_tracepoint(ps, word);
		if (result)
			return result;
		result = 1;
	}
	if (*ps->p == '/') {
		int bad = parser_terms(ps, &terms);

		if (bad)
			return bad;
		*ret_modifiable = true;
	}
	if (result)
		result = event_find_apply_terms(ps->list, first, terms, ps->err);
	else if (*ret_modifiable)
		result = parser_pmu(ps, word, terms);
	else
		result = event_find_file(ps->list, word, terms, ps->context, ps->err);
	if (!result)
		return 0;
	return parser_place(ps, terms.start && result != -ENOENT ? terms.start : word.start, result);
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

/* An event without a name= term is called as it was typed; a tracepoint has its own name. */
static int parser_names(struct parser *ps, int first, struct event_text word)
{
	const struct event_text typed = { word.start, (size_t)(ps->p - word.start) };
	const char *pmu = NULL;
	bool several = false;

	for (int i = first; i < ps->list->n; i++) {
		const struct event_spec *spec = &ps->list->events[i];

		several |= spec->pmu_is_one_of_cores && pmu && strcmp(pmu, spec->pmu) != 0;
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
	if (*ps->p == ':' || (modifiable && !word_ends(*ps->p))) {
		ps->p += *ps->p == ':';
		if (word_ends(*ps->p))
			return parser_error(ps, ps->p, "a modifier is missing after ':'");
		result = parser_modifiers(ps, first, ps->list->n, parser_word(ps), false);
	}
	if (!result)
		result = parser_names(ps, first, (struct event_text){ start, size });
	return result || ps->in_group ? result : event_topdown_add_slots(ps->list, first, ps->err);
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
	return result || !name.size ? result : parser_group_name(ps, first, name);
}

static int parser_item(struct parser *ps)
{
	struct parser ahead = *ps;
	struct event_text name = parser_word(&ahead);

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
	if (result) {
		event_list_truncate(list, n);
		list->n_groups = n_groups;
		list->n_items = n_items;
	}
	return result;
}
