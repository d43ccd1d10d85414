/*
 * event_groups: forms groups of events that are scheduled together: {a,b}. A group is of one PMU; software events go
 * with any.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_EVENTS_EVENT_GROUPS_H
#define PREC_RECORD_EVENTS_EVENT_GROUPS_H

#include "record/events/event_list.h"

/*
 * event_topdown: adds the event slots, since Intel's topdown metrics (topdown-fe-bound and the like) count only in a
 * group that slots leads.
 *
 * Threads: no state, any thread.
 */

/*
 * Puts slots, as Linux perf does, before each event from first on that needs it, or before the first of its group. If
 * the group has slots already, moves it to the front. 0 or -ENOMEM.
 */
int event_topdown_add_slots(struct event_list *list, int first, struct error *err);

/*
 * The same for the events from first on that are in no group, as Linux perf does for those of one -e: each becomes a
 * member of the group of the first slots of its PMU, whose index is after it, too; where there are none, they are put
 * before it. 0 or -ENOMEM.
 */
int event_topdown_join_slots(struct event_list *list, int first, struct error *err);

/*
 * Returns the member of the group that samples with modifier S: its leader; if slots lead metrics, which the CPU reads
 * together: the first other event, or else the first metric.
 */
int event_topdown_sampler(const struct event_list *list, int leader);

/*
 * Makes the events from first on a group; as in Linux perf, one group for each PMU: {cycles,instructions} is two on a
 * machine with two kinds of cores. The events are then ordered by group. 0 or -ENOMEM.
 */
int event_groups_make(struct event_list *list, int first, struct error *err);

/* Does so with all events, as if braces were around them, and dissolves other groups: option --group. */
int event_groups_make_anew(struct event_list *list, struct error *err);

/* True if event i leads its group, or has none. */
bool event_groups_leads(const struct event_list *list, int i);

/* True if event i is in a group with others. */
bool event_groups_has_members(const struct event_list *list, int i);

/* Gives modifier S of a leader to its group, from event first on. It means nothing on a member. */
void event_groups_share_reading(struct event_list *list, int first);

/*
 * Returns the member of i's group that samples with modifier S, as in Linux perf: the leader, or the next member if the
 * leader cannot sample (a hardware trace, slots before their metrics, mem-loads-aux).
 */
int event_groups_sampler(const struct event_list *list, int i);

#endif
