/*
 * event_pfm: parses the events of --pfm-events, by libpfm4's names.
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

#include "record/events/event_list.h"
#include "record/pmu/event_context.h"

/*
 * Appends the events to list. 0 or a negative errno, with the list unchanged and a message that has the position:
 * -EINVAL: braces do not match, an event is missing, or it does not count on the CPU (cpu=N); -ENOENT: the library
 * does not know the name; -ENOTSUP: there is no library.
 */
int event_pfm_parse(struct event_list *list, const char *text, const struct event_context *context, struct error *err);

#endif
