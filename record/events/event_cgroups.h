/*
 * event_cgroups: restricts events to cgroups (option -G).
 *
 * Names and events are paired as in Linux perf (tools/perf/util/cgroup.c): the first name is for the first event of -e,
 * which may stand for several (one for each kind of core), the second for the second. An empty name leaves its event
 * alone. A single name is for all events given before it.
 *
 * Threads: as of the list.
 */
#ifndef PREC_RECORD_EVENTS_EVENT_CGROUPS_H
#define PREC_RECORD_EVENTS_EVENT_CGROUPS_H

#include "common/error.h"
#include "record/events/event_list.h"

/*
 * Adds the names in "NAME,NAME,...". *n_names: the number of earlier names, 0 at first, to which it adds these. 0 or a
 * negative errno; -EINVAL: there is no event for a name.
 */
int event_cgroups_add(struct event_list *list, const char *text, int *n_names, struct error *err);

/* Repeats all events for each cgroup in "NAME,NAME,...". 0 or a negative errno. */
int event_cgroups_each(struct event_list *list, const char *text, struct error *err);

#endif
