/*
 * event_terms: what stands between the slashes of an event, "event=0x3c,period=1000,name=x".
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_EVENTS_EVENT_TERMS_H
#define PREC_RECORD_EVENTS_EVENT_TERMS_H

#include "record/events/event_list.h"
#include "record/events/pmu.h"

#include <errno.h>

#define EVENT_TERM_UNKNOWN (-ENOKEY) /* the PMU, or the kind of event, has no such term */

/*
 * Applies the terms to an event. pmu: whose formats and events they may use; NULL for events of no PMU, which have the
 * terms of the sampling only. 0, EVENT_TERM_UNKNOWN or a negative errno, with a message that names the term and what
 * there is instead.
 */
int event_terms_apply(struct event_spec *spec, const struct pmu *pmu, const char *terms, size_t size,
		      struct error *err);

/* Applies an event file of the PMU to an event: type, configs, CPUs. 0 or a negative errno. */
int event_terms_apply_event(struct event_spec *spec, const struct pmu *pmu, const struct pmu_event *event,
			    struct error *err);

#endif
