/*
 * event_pfm: the events of option --pfm-events, by the names that libpfm4 knows.
 *
 *	list	= item { "," item }
 *	item	= event | "{" list "}"		a group; it holds no other
 *		blanks around an event or brace are passed over
 *	event	= [ PMU "::" ] NAME { ":" UNIT-MASK | ":" MODIFIER [ "=" VALUE ] }	libpfm(3)
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_EVENTS_EVENT_PFM_H
#define PREC_RECORD_EVENTS_EVENT_PFM_H

#include "record/pmu/event_context.h"
#include "record/events/event_list.h"

/*
 * Appends the events to list. 0, or a negative errno with a message that has the place in the text: -EINVAL for braces
 * that do not match, an event that is missing, or a CPU on which it does not count (cpu=N); -ENOENT for a name that the
 * library does not know, -ENOTSUP where there is no library. The list is as before on failure.
 */
int event_pfm_parse(struct event_list *list, const char *text, const struct event_context *context, struct error *err);

#endif
