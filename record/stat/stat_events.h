/*
 * stat_events: gives counts/ the events of a command line and their counters.
 *
 * Ownership: _init/_fini; the list of events is borrowed. One thread at a time.
 */
#ifndef PREC_RECORD_STAT_STAT_EVENTS_H
#define PREC_RECORD_STAT_STAT_EVENTS_H

#include "record/counter/counters.h"

struct stat_events {
	struct counter_events events;
	struct counter_event *own; /* the elements of events.list */
	const char **names;        /* the name of each, as it was opened last */
};

/* Describes an event for counts/; borrows its strings. */
struct counter_event stat_event_of(const struct event_spec *spec);

/* Sets up *e. sys_root: sysfs, with the events of PMUs; NULL: "/sys". 0 or -ENOMEM. */
int stat_events_init(struct stat_events *e, const struct event_list *list, const char *sys_root);
void stat_events_fini(struct stat_events *e);

/* Returns the counters of these events; valid while they are open, until the next call. */
struct stat_input stat_events_input(struct stat_events *e, const struct counters *counters,
				    const struct target *target);

#endif
