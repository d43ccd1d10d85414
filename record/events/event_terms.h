/*
 * event_terms: applies the terms between the slashes of an event, "event=0x3c,period=1000,name=x".
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_EVENTS_EVENT_TERMS_H
#define PREC_RECORD_EVENTS_EVENT_TERMS_H

#include "record/events/event_list.h"
#include "record/events/event_term_defs.h"
#include "record/pmu/event_context.h"
#include "record/pmu/pmu.h"

/*
 * Applies an event file of the PMU (NULL: none) and the user's terms to an event. pmu: the terms may use its formats
 * and events; NULL: an event of no PMU. The user's terms win over the event file, wherever they stand. 0,
 * EVENT_TERM_UNKNOWN or a negative errno, with a message that names the term and lists those there are.
 */
int event_terms_apply(struct event_spec *spec, const struct pmu *pmu, const struct pmu_event *event,
		      struct event_text text, struct error *err);

#endif
