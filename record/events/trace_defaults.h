/*
 * trace_defaults: what a hardware trace records where its event does not say, as Linux perf sets it.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_EVENTS_TRACE_DEFAULTS_H
#define PREC_RECORD_EVENTS_TRACE_DEFAULTS_H

#include "record/events/event_list.h"
#include "record/pmu/event_context.h"
#include "record/pmu/pmu.h"

/*
 * Before an event of the PMU gets its terms. Of Intel PT: branches, times, and the periods of their packets that the
 * CPU can make (its folder caps). A trace writes one record for each piece of it, which is a period of 1; that of Arm
 * SPE is between two operations that are sampled, by default as small as the CPU can (caps/min_interval). 0 or a
 * negative errno; nothing is done for other PMUs.
 */
int trace_defaults_apply(struct event_spec *spec, const struct pmu *pmu, struct error *err);

/*
 * After it has got its terms: what they leave open and depends on how the trace is recorded (struct event_trace). 0, or
 * -EINVAL where the terms are none of a trace that can be recorded.
 */
int trace_defaults_complete(struct event_spec *spec, const struct pmu *pmu, struct event_text terms, struct error *err);

#endif
