/*
 * event_filter: adds filters to events (--filter): the kernel drops what does not match.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_EVENTS_EVENT_FILTER_H
#define PREC_RECORD_EVENTS_EVENT_FILTER_H

#include "record/events/event_list.h"

/*
 * Adds a filter to the last event of the list, or to all events of the last pattern. A tracepoint's filter is an
 * expression over its fields ("prev_pid == 1", Documentation/trace/events.rst); several must all be true. A hardware
 * trace's filter selects addresses ("filter main @ ./x", record/address/address_filter.h); several select more. It is
 * kept in the kernel's language. kallsyms: the path of the kernel's symbols. 0; -EINVAL: the event takes no filters, or
 * not so many; -ENOMEM; others of address_filter_resolve.
 */
int event_filter_add(struct event_list *list, const char *text, const char *kallsyms, struct error *err);

/*
 * Makes every tracepoint leave out a process. pid: its id in the initial pid namespace; 0: not known. 0; -EINVAL: there
 * is no tracepoint; -ENOTSUP: the id is not known; -ENOMEM.
 */
int event_filter_exclude(struct event_list *list, uint32_t pid, struct error *err);

#endif
