#include "record/events/event_pfm.h"

#include "record/events/event_find.h"
#include "record/events/event_groups.h"
#include "record/events/event_modifiers.h"
#include "record/events/pfm_library.h"

#include <errno.h>
#include <string.h>

struct pfm_parser {
	struct event_list *list;
	const struct event_context *context;
	const struct pfm_library *library;
	int group; /* the first event of the group that is open, or -1 */
	struct error *err;
};

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

static int pfm_add(struct pfm_parser *p, struct event_text text)
{
	struct event_attr attr = { 0 };
	char name[EVENT_WORD_MAX];
	int first = p->list->n;
	int result = event_text_copy(name, text, p->err);

	if (!result)
		result = pfm_library_encode(p->library, name, &attr, sizeof(attr), p->err);
	if (!result)
		result = event_find_number(p->list, attr.type, attr.config, p->context, p->err);
	if (result)
		return result;
	p->list->n_items++;
	for (int i = first; i < p->list->n; i++) {
		struct event_spec *spec = &p->list->events[i];

		take_attr(spec, &attr);
		spec->item = p->list->n_items;
		spec->name = strdup(name);
		if (!spec->name)
			return error_nomem(p->err);
	}
	return 0;
}

/* A brace that opens or closes a group. */
static int pfm_brace(struct pfm_parser *p, char brace)
{
	int first = p->group;

	if (brace == '{' ? first >= 0 : first < 0 || first == p->list->n)
		return error_set(p->err, -EINVAL, "%s",
				 brace == '{' ? "a group within a group"
				 : first < 0  ? "'}' without '{'"
					      : "a group without events");
	p->group = brace == '{' ? p->list->n : -1;
	return brace == '{' ? 0 : event_groups_make(p->list, first, p->err);
}

static int pfm_items(struct pfm_parser *p, const char *text)
{
	while (*text) {
		size_t size = strcspn(text, ",{}");
		int result = size ? pfm_add(p, (struct event_text){ text, size }) : 0;

		text += size;
		if (!result && (*text == '{' || *text == '}'))
			result = pfm_brace(p, *text);
		if (result)
			return result;
		text += *text != 0;
	}
	return p->group >= 0 ? error_set(p->err, -EINVAL, "'{' without '}'") : 0;
}

int event_pfm_parse(struct event_list *list, const char *text, const struct event_context *context, struct error *err)
{
	struct pfm_library *library = NULL;
	int n = list->n, n_groups = list->n_groups, n_items = list->n_items;
	int result = pfm_library_open(&library, err);

	if (!result) {
		struct pfm_parser p = { list, context, library, -1, err };

		result = pfm_items(&p, text);
		if (!result && list->n == n)
			result = error_set(err, -EINVAL, "an event is missing");
	}
	pfm_library_close(library);
	if (!result)
		return 0;
	error_prefix(err, "--pfm-events");
	event_list_truncate(list, n);
	list->n_groups = n_groups;
	list->n_items = n_items;
	return result;
}
