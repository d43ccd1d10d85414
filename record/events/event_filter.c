#include "config.h" /* asprintf */

#include "record/events/event_filter.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

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

static int filter_event(struct event_spec *spec, const char *text, struct error *err)
{
	if (spec->is_tracepoint || spec->n_address_filters)
		return filter_join(spec, text, err);
	return error_set(err, -EINVAL,
			 "--filter: event '%s' has none; tracepoints and hardware traces that choose addresses have",
			 spec->name);
}

int event_filter_add(struct event_list *list, const char *text, struct error *err)
{
	int result = 0;

	if (!list->n)
		return error_set(err, -EINVAL, "--filter: comes after the event that it is for (-e)");
	for (int i = 0; i < list->n && !result; i++)
		if (list->events[i].item == list->n_items)
			result = filter_event(&list->events[i], text, err);
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
			result = filter_event(&list->events[i], text, err);
	return result;
}
