/*
 * tracing_gather: the texts of the TRACING_DATA section, read from tracefs.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_EVENTS_TRACING_GATHER_H
#define PREC_RECORD_EVENTS_TRACING_GATHER_H

#include "common/buffer.h"
#include "record/events/event_list.h"

/*
 * Appends the section for the tracepoints of list, of which there is one at least. tracefs: NULL looks for it. 0, or a
 * negative errno; b is as it was then.
 */
int tracing_gather(struct buffer *b, const struct event_list *list, const char *tracefs, struct error *err);

#endif
