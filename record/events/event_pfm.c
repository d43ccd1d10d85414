#include "record/events/event_pfm.h"

#include "formats/record/attr.h"
#include "record/events/event_find.h"
#include "record/events/event_groups.h"
#include "record/events/event_modifiers.h"
#include "record/events/event_term_defs.h"
#include "record/pmu/pfm_library.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

struct pfm_parser {
	struct event_list *list;
	const struct event_context *context;
	struct pfm_library *library;
	const char *text;
	int group; /* the first event of the group that is open, or -1 */
	struct error *err;
};

#define TEXT_SHOWN_MAX 240 /* letters of the text, in a message */

#define FLAGS_TAKEN                                                                                           \
	(ATTR_EXCLUDE_USER | ATTR_EXCLUDE_KERNEL | ATTR_EXCLUDE_HV | ATTR_EXCLUDE_GUEST | ATTR_EXCLUDE_HOST | \
	 ATTR_EXCLUDE_IDLE | ATTR_PRECISE_IP_MASK | ATTR_PINNED | ATTR_EXCLUSIVE)

static void take_attr(struct event_spec *spec, const struct event_attr *attr)
{
	spec->attr.config1 = attr->config1;
	spec->attr.config2 = attr->config2;
	event_modifiers_default(spec);
	spec->attr.flags |= attr->flags & FLAGS_TAKEN;
	/* The kernel counts nothing where both are left out. */
	if (attr->flags & ATTR_EXCLUDE_HOST)
		spec->attr.flags &= ~ATTR_EXCLUDE_GUEST;
	if (attr->flags & ATTR_FREQ)
		spec->freq = attr->sample_period;
	else
		spec->period = attr->sample_period;
}

/* -EINVAL, or another code with its own message, and the position in the text. */
static int pfm_point_out(struct pfm_parser *p, const char *at, int code)
{
	error_prefix(p->err, "--pfm-events '%.*s%s', at character %zu", TEXT_SHOWN_MAX, p->text,
		     strlen(p->text) > TEXT_SHOWN_MAX ? "..." : "", (size_t)(at - p->text) + 1);
	return code;
}

static int pfm_error(struct pfm_parser *p, const char *at, const char *what)
{
	return pfm_point_out(p, at, error_set(p->err, -EINVAL, "%s", what));
}

/* The specs from first on are what the name stands for. */
static int pfm_fill(struct pfm_parser *p, int first, const char *name, const struct event_attr *attr, int cpu)
{
	char term[32];
	int n = snprintf(term, sizeof(term), "cpu=%d", cpu);
	int result = cpu < 0 ? 0 : event_find_apply_terms(p->list, first, (struct event_text){ term, n }, p->err);

	if (result)
		return result == EVENT_TERM_UNKNOWN ? -EINVAL : result;
	p->list->n_items++;
	for (int i = first; i < p->list->n; i++) {
		struct event_spec *spec = &p->list->events[i];

		take_attr(spec, attr);
		spec->item = p->list->n_items;
		spec->name = strdup(name);
		if (!spec->name)
			return error_nomem(p->err);
	}
	return 0;
}

static int pfm_add(struct pfm_parser *p, struct event_text text)
{
	struct event_attr attr, own = { 0 };
	char name[EVENT_WORD_MAX];
	int first = p->list->n, cpu = -1;
	int result = event_text_copy(name, text, p->err);

	if (!result)
		result = pfm_library_encode(p->library, name, &own, sizeof(own), &cpu, p->err);
	attr = attr_from_kernel(&own);
	if (!result)
		result = event_find_number(p->list, attr.type, attr.config, p->context, p->err);
	if (!result)
		result = pfm_fill(p, first, name, &attr, cpu);
	return result ? pfm_point_out(p, text.start, result) : 0;
}

static const char *skip_blanks(const char *at)
{
	while (isspace((unsigned char)*at))
		at++;
	return at;
}

/* An event's text up to a comma or brace, without blanks around it. */
static struct event_text pfm_text(const char *at)
{
	size_t size = strcspn(at, ",{}");

	while (size && isspace((unsigned char)at[size - 1]))
		size--;
	return (struct event_text){ at, size };
}

/* An event, with the braces before and after it. *at: where it begins, then what comes after it and blanks. */
static int pfm_item(struct pfm_parser *p, const char **at)
{
	const char *start = skip_blanks(*at);
	struct event_text text;
	int result;

	if (*start == '{') {
		if (p->group >= 0)
			return pfm_error(p, start, "a group within a group");
		p->group = p->list->n;
		start = skip_blanks(start + 1);
		if (*start == '}')
			return pfm_error(p, start, "a group without events");
	}
	text = pfm_text(start);
	if (!text.size)
		return pfm_error(p, start, *start == '{' ? "a group within a group" : "an event is missing");
	result = pfm_add(p, text);
	*at = skip_blanks(text.start + text.size);
	if (result || **at != '}')
		return result;
	if (p->group < 0)
		return pfm_error(p, *at, "'}' without '{'");
	result = event_groups_make(p->list, p->group, p->err);
	p->group = -1;
	*at = skip_blanks(*at + 1);
	return result;
}

static int pfm_items(struct pfm_parser *p)
{
	const char *at = p->text;

	for (;;) {
		int result = pfm_item(p, &at);

		if (result)
			return result;
		if (!*at)
			break;
		if (*at != ',')
			return pfm_error(p, at, *at == '}' ? "'}' without '{'" : "expected ',' or the end");
		at++;
	}
	return p->group >= 0 ? pfm_error(p, at, "'{' without '}'") : 0;
}

int event_pfm_parse(struct event_list *list, const char *text, const struct event_context *context, struct error *err)
{
	struct error why = ERROR_INIT;
	struct pfm_parser p = { .list = list, .context = context, .text = text, .group = -1, .err = &why };
	int n = list->n, n_groups = list->n_groups, n_items = list->n_items;
	int result = pfm_library_open(&p.library, &why);

	if (result)
		error_prefix(&why, "--pfm-events");
	else
		result = pfm_items(&p);
	if (!result)
		result = event_term_cpu_check(list, n, context, &why);
	pfm_library_close(p.library);
	if (!result)
		return 0;
	if (err)
		*err = why;
	event_list_truncate(list, n);
	list->n_groups = n_groups;
	list->n_items = n_items;
	return result;
}
