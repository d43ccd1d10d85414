
#include "record/events/event_filter.h"

#include "record/address/address_filter.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Several expressions must all be true; several choices of addresses are a list. */
static int filter_join(struct event_spec *spec, const char *text, struct error *err)
{
	char *joined;
	int written;

	if (!spec->filter)
		written = asprintf(&joined, "%s", text);
	else if (spec->is_tracepoint)
		written = asprintf(&joined, "(%s) && (%s)", spec->filter, text);
	else
		written = asprintf(&joined, "%s,%s", spec->filter, text);
	if (written < 0)
		return error_nomem(err);
	free(spec->filter);
	spec->filter = joined;
	return 0;
}

/* How many choices of addresses a text that the kernel takes has. */
static size_t count_addresses(const char *text)
{
	size_t n = text ? 1 : 0;

	for (; text && *text; text++)
		n += *text == ',';
	return n;
}

static int filter_addresses(struct event_spec *spec, const char *text, const char *kallsyms, struct error *err)
{
	struct buffer resolved;
	size_t n;
	int result;

	buffer_init(&resolved);
	result = address_filter_resolve(&resolved, &n, text, kallsyms, err);
	n += count_addresses(spec->filter);
	if (!result && n > (size_t)spec->n_address_filters)
		result = error_set(err, -EINVAL, "--filter: event '%s' takes %d of them on this processor, and not %zu",
				   spec->name, spec->n_address_filters, n);
	if (!result && !buffer_append(&resolved, "", 1))
		result = error_nomem(err);
	if (!result)
		result = filter_join(spec, (const char *)resolved.data, err);
	buffer_fini(&resolved);
	return result;
}

static int filter_event(struct event_spec *spec, const char *text, const char *kallsyms, struct error *err)
{
	if (spec->is_tracepoint)
		return filter_join(spec, text, err);
	if (spec->n_address_filters)
		return filter_addresses(spec, text, kallsyms, err);
	return error_set(err, -EINVAL,
			 "--filter: event '%s' has none; tracepoints and hardware traces that choose addresses have",
			 spec->name);
}

/* Quotes around the whole, which a shell left there, are no part of it: no expression begins with one. */
static char *without_quotes(const char *text)
{
	const size_t size = strlen(text);
	const bool are_quotes = size > 2 && (text[0] == '\'' || text[0] == '"') && text[size - 1] == text[0];

	return are_quotes ? strndup(text + 1, size - 2) : strdup(text);
}

int event_filter_add(struct event_list *list, const char *given, const char *kallsyms, struct error *err)
{
	char *text;
	int result = 0;

	if (!list->n)
		return error_set(err, -EINVAL, "--filter: comes after the event that it is for (-e)");
	text = without_quotes(given);
	if (!text)
		return error_nomem(err);
	for (int i = 0; i < list->n && !result; i++)
		if (list->events[i].item == list->n_items)
			result = filter_event(&list->events[i], text, kallsyms, err);
	free(text);
	return result;
}

int event_filter_exclude(struct event_list *list, uint32_t pid, struct error *err)
{
	char text[64];
	int result = 0;

	if (!event_list_has_tracepoints(list))
		return error_set(err, -EINVAL,
				 "--exclude-perf: only tracepoints can leave out the recorder; add one with -e");
	if (!pid)
		return error_set(err, -ENOTSUP,
				 "--exclude-perf: tracepoints know processes by their numbers outside of this "
				 "container, which /proc does not show; leave out prec by its name: "
				 "--filter 'comm != \"prec-record\"'");
	snprintf(text, sizeof(text), "common_pid != %u", pid);
	for (int i = 0; i < list->n && !result; i++)
		if (list->events[i].is_tracepoint)
			result = filter_join(&list->events[i], text, err);
	return result;
}
