/*
 * event_cgroups: which events count only what runs in a cgroup (option -G).
 *
 * As Linux perf pairs them (tools/perf/util/cgroup.c): the first name is for the first event that -e names, with all
 * that it stands for (one for each kind of core), the second for the second. An empty name leaves its event as it is. A
 * single name is for all events that are there by then.
 *
 * Threads: as of the list.
 */
#ifndef PREC_RECORD_EVENTS_EVENT_CGROUPS_H
#define PREC_RECORD_EVENTS_EVENT_CGROUPS_H

#include "common/error.h"
#include "record/events/event_list.h"

/*
 * text: "NAME,NAME,...". *n_names: how many names came before, 0 at first; it counts these too. 0 or a negative errno:
 * -EINVAL where there is no event for a name.
 */
int event_cgroups_add(struct event_list *list, const char *text, int *n_names, struct error *err);

/* All events in each of the cgroups of "NAME,NAME,...", one cgroup after the other. 0 or a negative errno. */
int event_cgroups_each(struct event_list *list, const char *text, struct error *err);

#endif
