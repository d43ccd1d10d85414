/*
 * stat_usual: what prec stat counts when it is not told what: the events of Linux perf.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_STAT_STAT_USUAL_H
#define PREC_RECORD_STAT_STAT_USUAL_H

#include "record/pmu/event_context.h"
#include "record/events/event_list.h"

#include "common/error.h"

/*
 * Appends them. on_cpus: whole CPUs are counted, not threads. detailed: 1: caches too, 2: and TLBs, 3: and prefetches.
 * What few CPUs have is tried on the calling thread first, and left out where it cannot be counted. 0 or a negative
 * errno.
 */
int stat_usual_add(struct event_list *list, bool on_cpus, unsigned detailed, const struct event_context *context,
		   struct error *err);

#endif
