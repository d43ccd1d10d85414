/* Parses one event of -e without its modifiers: record/events/event_parser.h. */
#include "record/events/event_parser.h"

#include "record/events/event_find.h"
#include "record/events/event_modifiers.h"
#include "record/events/event_probe.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Where the text of a probe's point ends: before arguments, modifiers, the next event, or terms. "::" is within. */
static struct event_text parser_point_text(struct parser *ps)
{
	const char *start = ps->p;

	while (!strncmp(ps->p, "::", 2) || (!parser_word_ends(*ps->p) && *ps->p != '('))
		ps->p += *ps->p == ':' ? 2 : 1;
	return (struct event_text){ start, (size_t)(ps->p - start) };
}

static int parser_probe_args(struct parser *ps, struct event_text *ret_args)
{
	const int size = probe_args_span(ps->p);

	if (size < 0)
		return parser_error(ps, ps->p, "'(' without ')'");
	*ret_args = (struct event_text){ ps->p, (size_t)size };
	ps->p += size;
	return 0;
}

/* What samples have of it is no part of its name. */
static int parser_probe_name(struct parser *ps, struct event_spec *spec, const char *start, const char *end)
{
	if (!spec->name && spec->probe_args)
		spec->name = strndup(start, (size_t)(end - start));
	return spec->name || !spec->probe_args ? 0 : error_nomem(ps->err);
}

/* The colon after a file's name, which may have "::" in it; NULL: there is none. */
static const char *parser_file_end(const char *file)
{
	const char *colon = strchr(file, ':');

	while (colon && colon[1] == ':')
		colon = strchr(colon + 2, ':');
	return colon;
}

/* uprobe:FILE:PLACE and kprobe:PLACE; the cursor is on the colon after word. */
static int parser_probe(struct parser *ps, struct event_text word, bool *ret_modifiable)
{
	int first = ps->list->n;
	struct probe_text probe = { 0 };
	struct event_text terms;
	const char *colon;
	int result;

	ps->p++;
	if (*word.start == 'u') {
		colon = parser_file_end(ps->p);
		if (!colon)
			return parser_error(ps, ps->p, "a uprobe is uprobe:FILE:FUNCTION[+OFFSET][%return]");
		probe.file = (struct event_text){ ps->p, (size_t)(colon - ps->p) };
		ps->p = colon + 1;
	}
	probe.point = parser_point_text(ps);
	result = parser_probe_args(ps, &probe.args);
	if (result)
		return result;
	result = event_probe_find(ps->list, &probe, ps->context, ps->err);
	if (!result && *ps->p == '/') {
		*ret_modifiable = true;
		result = parser_terms(ps, &terms);
		if (result)
			return result;
		result = event_find_apply_terms(ps->list, first, terms, ps->err);
	}
	if (result)
		return parser_point_out(ps, word.start, result);
	return parser_probe_name(ps, &ps->list->events[first], word.start, probe.point.start + probe.point.size);
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
	return result ? parser_point_out(ps, system.start, result) : 0;
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

/* Decimal, or hexadecimal after 0x, and nothing after it. */
static bool text_number(struct event_text text, uint64_t most, uint64_t *ret_number)
{
	char word[sizeof("0x0123456789abcdef") + 4];
	char *end;

	if (!text.size || text.size >= sizeof(word) || !isdigit((unsigned char)*text.start))
		return false;
	memcpy(word, text.start, text.size);
	word[text.size] = 0;
	errno = 0;
	*ret_number = strtoull(word, &end, event_number_base(word));
	return !errno && !*end && *ret_number <= most;
}

/* TYPE:CONFIG; the cursor is on the colon. 1: it is one, and added; 0: it is none. */
static int parser_numbers(struct parser *ps, struct event_text word)
{
	struct parser ahead = *ps;
	uint64_t type, config;
	int result;

	if (!text_number(word, UINT32_MAX, &type))
		return 0;
	ahead.p++;
	if (!text_number(parser_word(&ahead), UINT64_MAX, &config))
		return 0;
	ps->p = ahead.p;
	result = event_find_number(ps->list, (uint32_t)type, config, ps->context, ps->err);
	return result ? result : 1;
}

/* 1: WORD is a number, a generic event or a tracepoint, which are added; 0: a PMU or an event file; or an error. */
static int parser_named(struct parser *ps, struct event_text word)
{
	int result = *ps->p == ':' ? parser_numbers(ps, word) : 0;

	if (!result)
		result = event_find_generic(ps->list, word, ps->context, ps->err);
	if (result < 0)
		return parser_point_out(ps, word.start, result);
	if (result || *ps->p != ':' || parser_colon_modifies(ps, word))
		return result;
	result = parser_tracepoint(ps, word);
	return result ? result : 1;
}

/* WORD, or WORD/TERMS/. */
static int parser_word_and_terms(struct parser *ps, struct event_text word, bool *ret_modifiable)
{
	int first = ps->list->n;
	int named = parser_named(ps, word);
	struct event_text terms = { 0 };
	int result = 0;

	if (named < 0)
		return named;
	if (*ps->p == '/') {
		result = parser_terms(ps, &terms);
		if (result)
			return result;
		*ret_modifiable = true;
	}
	if (named)
		result = event_find_apply_terms(ps->list, first, terms, ps->err);
	else if (*ret_modifiable)
		result = parser_pmu(ps, word, terms);
	else
		result = event_find_file(ps->list, word, terms, ps->context, ps->err);
	if (!result)
		return 0;
	return parser_point_out(ps, terms.start && result != -ENOENT ? terms.start : word.start, result);
}

int parser_event_body(struct parser *ps, bool *ret_modifiable)
{
	struct event_text word = parser_word(ps);

	*ret_modifiable = false;
	if (!word.size)
		return parser_error(ps, ps->p, "an event is missing");
	if (word_is(word, "mem") && *ps->p == ':')
		return parser_breakpoint(ps, ret_modifiable);
	if ((word_is(word, "uprobe") || word_is(word, "kprobe")) && *ps->p == ':')
		return parser_probe(ps, word, ret_modifiable);
	return parser_word_and_terms(ps, word, ret_modifiable);
}
