/*
 * trace_defaults: what a hardware trace records where its event does not say, as Linux perf sets it.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_EVENTS_TRACE_DEFAULTS_H
#define PREC_RECORD_EVENTS_TRACE_DEFAULTS_H

#include "record/events/event_list.h"
#include "record/events/pmu.h"

/*
 * Sets them in an event of the PMU that has no terms yet. Of Intel PT: branches, times, and the periods of their
 * packets that the CPU can make (its folder caps). Such an event writes one record for each piece of trace. 0 or a
 * negative errno; nothing is done for other PMUs.
 */
int trace_defaults_apply(struct event_spec *spec, const struct pmu *pmu, const char *sys_root, struct error *err);

#endif
