/*
 * event_filter: expressions by which the kernel drops what is not wanted (--filter), kept with their events.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_EVENTS_EVENT_FILTER_H
#define PREC_RECORD_EVENTS_EVENT_FILTER_H

#include "record/events/event_list.h"

/*
 * Adds the filter to the last event of the list, or to all that the last pattern stands for. A tracepoint's is an
 * expression over its fields ("prev_pid == 1", Documentation/trace/events.rst), and several must all be true; that of a
 * hardware trace chooses addresses ("filter main @ ./x", record/address/address_filter.h), and several choose more; it
 * is kept as the kernel takes it. kallsyms: the kernel's functions. 0, -EINVAL where the event has no filters or not so
 * many, -ENOMEM, others as of address_filter_resolve.
 */
int event_filter_add(struct event_list *list, const char *text, const char *kallsyms, struct error *err);

/*
 * Has every tracepoint leave out this process, by its number in the initial pid namespace; 0: not known. 0, -EINVAL
 * where there is no tracepoint, -ENOTSUP where the number is not known, -ENOMEM.
 */
int event_filter_exclude(struct event_list *list, uint32_t pid, struct error *err);

#endif
