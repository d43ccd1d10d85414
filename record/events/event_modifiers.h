/*
 * event_modifiers: the letters behind an event's colon.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_EVENTS_EVENT_MODIFIERS_H
#define PREC_RECORD_EVENTS_EVENT_MODIFIERS_H

#include "record/events/event_list.h"

#include <stddef.h>

/* Whether every letter is a modifier; an empty text is none. */
bool event_modifiers_are(const char *text, size_t size);

/*
 * Applies the letters to an event. of_group: they stand behind a group's brace and add to what the event's own said;
 * else they are all there is. 0, or -EINVAL for a letter given twice or that is no modifier, with *ret_bad its index.
 */
int event_modifiers_apply(struct event_spec *spec, const char *text, size_t size, bool of_group, size_t *ret_bad);

/* What counts without any modifier: the host, not its guests, as Linux perf has it. */
void event_modifiers_default(struct event_spec *spec);

#endif
