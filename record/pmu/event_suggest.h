/*
 * event_suggest: the names of all events, to suggest some where one is unknown.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_PMU_EVENT_SUGGEST_H
#define PREC_RECORD_PMU_EVENT_SUGGEST_H

#include "common/suggest.h"
#include "record/pmu/event_context.h"

/* All generic events, cache events and event files of the PMUs. */
void event_suggest_offer_events(struct suggest *s, const struct event_context *context);

/* All tracepoints SYSTEM:NAME of a system, or of every one for NULL. */
void event_suggest_offer_tracepoints(struct suggest *s, const char *tracefs, const char *system);

#endif
