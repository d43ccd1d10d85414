/*
 * event_modifiers: applies the letters after an event's colon.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_EVENTS_EVENT_MODIFIERS_H
#define PREC_RECORD_EVENTS_EVENT_MODIFIERS_H

#include "record/events/event_list.h"

#include <stddef.h>

/* True if every letter is a modifier, and there is one. */
bool event_modifiers_are(const char *text, size_t size);

/*
 * Applies the letters to an event. of_group: they follow a group's brace, and add to the event's own; otherwise the
 * event has only these. 0; -EINVAL, *ret_bad: the index of a letter that is no modifier or is given twice.
 */
int event_modifiers_apply(struct event_spec *spec, const char *text, size_t size, bool of_group, size_t *ret_bad);

/* Applies the default without modifiers, as in Linux perf: count the host, not its guests. */
void event_modifiers_default(struct event_spec *spec);

#endif
