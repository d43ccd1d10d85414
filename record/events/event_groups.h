/*
 * event_groups: {a,b}: which events are scheduled together. A group counts on one PMU; software events go with any.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_EVENTS_EVENT_GROUPS_H
#define PREC_RECORD_EVENTS_EVENT_GROUPS_H

#include "record/events/event_list.h"

/*
 * Makes the events from first on a group, or, as Linux perf does, one for each PMU that they are of:
 * {cycles,instructions} is two on a machine with two kinds of cores, whose events then come group by group. 0 or
 * -ENOMEM.
 */
int event_groups_make(struct event_list *list, int first, struct error *err);

/* The same with all events, whatever groups there were, as braces around all of them: option --group. */
int event_groups_make_anew(struct event_list *list, struct error *err);

/* Whether event i leads its group, or has none. */
bool event_groups_leads(const struct event_list *list, int i);

/* Whether event i is in a group with others: a group of one is none. */
bool event_groups_has_members(const struct event_list *list, int i);

/* Modifier S of a leader is that of its group, from event first on. On a member alone it means nothing. */
void event_groups_share_reading(struct event_list *list, int first);

/*
 * The member of i's group that samples with modifier S: the leader, or after a leader that cannot (a hardware trace,
 * slots before their metrics, mem-loads-aux) the next. As Linux perf.
 */
int event_groups_sampler(const struct event_list *list, int i);

#endif
