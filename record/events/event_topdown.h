/*
 * event_topdown: adds the event slots, since Intel's topdown metrics (topdown-fe-bound and the like) count only in a
 * group that slots leads.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_EVENTS_EVENT_TOPDOWN_H
#define PREC_RECORD_EVENTS_EVENT_TOPDOWN_H

#include "record/events/event_list.h"

/*
 * Puts slots, as Linux perf does, before each event from first on that needs it, or before the first of its group. If
 * the group has slots already, moves it to the front. 0 or -ENOMEM.
 */
int event_topdown_add_slots(struct event_list *list, int first, struct error *err);

/*
 * The same for the events from first on that are in no group, as Linux perf does for those of one -e: each becomes a
 * member of the group of the first slots of its PMU, whose place is after it, too; where there are none, they are put
 * before it. 0 or -ENOMEM.
 */
int event_topdown_join_slots(struct event_list *list, int first, struct error *err);

/*
 * Returns the member of the group that samples with modifier S: its leader; if slots lead metrics, which the CPU reads
 * together: the first other event, or else the first metric.
 */
int event_topdown_sampler(const struct event_list *list, int leader);

#endif
