#include "record/events/event_parser.h"

#include "record/events/event_term_defs.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#define TEXT_SHOWN_MAX 240 /* letters */

/* Of a long text the first letters, so that what is wrong with it has room in the message, too. */
static const char *parser_shown(const struct parser *ps, char ret_text[TEXT_SHOWN_MAX + sizeof("...")])
{
	bool is_long = strlen(ps->text) > TEXT_SHOWN_MAX;

	snprintf(ret_text, TEXT_SHOWN_MAX + sizeof("..."), "%.*s%s", TEXT_SHOWN_MAX, ps->text, is_long ? "..." : "");
	return ret_text;
}

int parser_error(struct parser *ps, const char *at, const char *what)
{
	char text[TEXT_SHOWN_MAX + sizeof("...")];

	return error_set(ps->err, -EINVAL, "event '%s', at character %zu: %s", parser_shown(ps, text),
			 (size_t)(at - ps->text) + 1, what);
}

int parser_point_out(struct parser *ps, const char *at, int result)
{
	char text[TEXT_SHOWN_MAX + sizeof("...")], whole[256];

	if (result == EVENT_TERM_UNKNOWN)
		result = -EINVAL;
	if (!ps->err)
		return result;
	ps->err->code = result;
	/* What is said of the only event needs no position. */
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

void parser_blanks(struct parser *ps)
{
	while (isspace((unsigned char)*ps->p))
		ps->p++;
}

bool parser_word_ends(char c)
{
	return !c || strchr(",:/{}", c) || isspace((unsigned char)c);
}

struct event_text parser_word(struct parser *ps)
{
	const char *start = ps->p;

	while (!parser_word_ends(*ps->p)) {
		const char *close = *ps->p == '[' ? strchr(ps->p, ']') : NULL;

		ps->p = close ? close + 1 : ps->p + 1;
	}
	return (struct event_text){ start, ps->p - start };
}

int parser_terms(struct parser *ps, struct event_text *ret_terms)
{
	const char *start = ps->p + 1;
	const char *end = strchr(start, '/');

	if (!end)
		return parser_error(ps, ps->p, "terms without a '/' at their end");
	*ret_terms = (struct event_text){ start, end - start };
	ps->p = end + 1;
	return 0;
}
