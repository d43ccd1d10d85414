/*
 * event_traces: which hardware traces a list of events has, and whether they can be recorded together.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_EVENTS_EVENT_TRACES_H
#define PREC_RECORD_EVENTS_EVENT_TRACES_H

#include "record/events/event_list.h"

/* The largest piece of a trace in a sample: the sample's size has 16 bits, and the rest of it needs room, too. */
#define EVENT_TRACES_SAMPLE_MAX (60 * 1024)

/* The first event that is a trace, or NULL. */
const struct event_spec *event_traces_first(const struct event_list *list);

/* Whether samples of an event have pieces of a trace. */
bool event_traces_are_sampled(const struct event_list *list);

/*
 * Events that put something into a trace, or do something to it, have to be in a group that a trace leads. Where no
 * groups were asked for they are put into that of the trace before them, as Linux perf does. 0 or -EINVAL.
 */
int event_traces_join(struct event_list *list, struct error *err);

/* Has every event in the group of a trace sample so many bytes of it, unless its terms say how many. 0 or -EINVAL. */
int event_traces_sample(struct event_list *list, uint32_t bytes, struct error *err);

/* Whether a recording can have all events of the list. 0, -EINVAL or -ENOTSUP. */
int event_traces_check(const struct event_list *list, struct error *err);

#endif
