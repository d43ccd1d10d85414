/*
 * stat_events: events of a command line, and their counters, as counts/ sums and shows them.
 *
 * Ownership: _init/_fini; the list of events is borrowed. One thread at a time.
 */
#ifndef PREC_RECORD_STAT_STAT_EVENTS_H
#define PREC_RECORD_STAT_STAT_EVENTS_H

#include "record/counter/counters.h"

struct stat_events {
	struct counted_events events;
	struct counted_event *own; /* what events.list is */
	const char **names;        /* of each, as it was opened last */
};

/* The strings are the event's. */
struct counted_event stat_event_of(const struct event_spec *spec);

/* sys_root: where it is said what events PMUs have; NULL: "/sys". 0 or -ENOMEM. */
int stat_events_init(struct stat_events *e, const struct event_list *list, const char *sys_root);
void stat_events_fini(struct stat_events *e);

/* The counters of these events, while they are open and until the next call. */
struct counted stat_events_counted(struct stat_events *e, const struct counters *counters, const struct target *target);

#endif
