#include "record/open/inheritance.h"

#include "record/events/traced_probe.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The members of a group are inherited with its leader. */
static bool is_with(const struct set_event *event, const struct set_event *other)
{
	return event == other || (other->spec && other->spec->group && other->spec->group == event->spec->group);
}

static int leave_alone(struct set_event *event, const struct error *why)
{
	event->attr.flags &= ~ATTR_INHERIT;
	free(event->alone);
	event->alone = strdup(why->message);
	return event->alone ? 0 : -ENOMEM;
}

static int do_without(struct event_set *set, struct set_event *event, bool may_do_without, const struct error *why,
		      struct error *err)
{
	if (!may_do_without)
		return error_set(err, -EOPNOTSUPP,
				 "event '%s' cannot be inherited by threads and processes that start later: %s",
				 event->name, why->message);
	for (size_t i = 0; i < set->n; i++)
		if (is_with(event, &set->events[i]) && leave_alone(&set->events[i], why))
			return error_nomem(err);
	return 0;
}

static int make_probe(struct set_event *event, struct error *err)
{
	if (!event->spec->tracepoint)
		return error_set(err, -EOPNOTSUPP, "PMU %s needs the form %s for that", event->spec->pmu,
				 *event->spec->pmu == 'u' ? "uprobe:FILE:PLACE" : "kprobe:PLACE");
	return traced_probe_make(event->spec, &event->tracepoint, err);
}

/* Its raw data are read by its number, which the file has; of the others no reader needs to know. */
static int make_tracepoint(struct set_event *event, struct error *err)
{
	int result = make_probe(event, err);

	if (result) {
		error_prefix(err, "event '%s'", event->name);
		return result;
	}
	event->attr.type = PERF_TYPE_TRACEPOINT;
	event->attr.config = event->tracepoint;
	event->attr.config1 = event->attr.config2 = 0;
	return 0;
}

/* The kernel asks the thread that calls clone whether it may have the event. */
static bool is_in_kernel(const struct event_attr *attr)
{
	return attr->type == PERF_TYPE_BREAKPOINT && (long)attr->config1 < 0;
}

/* As inheritance_prepare, of one event. */
static int prepare(struct event_set *set, struct set_event *event, bool may_do_without, struct error *err)
{
	struct error why = ERROR_INIT;

	if (event->spec->probe_args)
		return make_tracepoint(event, err);
	if (!(event->attr.flags & ATTR_INHERIT))
		return 0;
	if (is_in_kernel(&event->attr))
		error_set(&why, -EPERM, "it is in the kernel, where other threads may have none");
	else if (event_spec_is_probe(event->spec))
		make_probe(event, &why);
	return why.code ? do_without(set, event, may_do_without, &why, err) : 0;
}

int inheritance_prepare(struct event_set *set, bool may_do_without, struct error *err)
{
	int result = 0;

	for (size_t i = 0; i < set->n && !result; i++)
		if (set->events[i].spec)
			result = prepare(set, &set->events[i], may_do_without, err);
	return result;
}
