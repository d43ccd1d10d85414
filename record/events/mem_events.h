/*
 * mem_events: events that sample loads and stores, by what the PMUs of this machine have for that.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_EVENTS_MEM_EVENTS_H
#define PREC_RECORD_EVENTS_MEM_EVENTS_H

#include "common/diagnostics.h"
#include "record/events/event_list.h"
#include "record/pmu/mem_pmus.h"

/*
 * Adds the wanted events to the list. 0; 1: loads are among them, which have latencies; -ENODEV: no PMU samples such
 * accesses; -EINVAL: the CPU cannot have this latency; -ENOTSUP: it cannot sample this access; others of
 * event_list_parse.
 */
int mem_events_add(struct event_list *list, const struct mem_pmus *pmus, const struct mem_request *request,
		   const struct event_context *context, struct diagnostics *diagnostics, struct error *err);

#endif
