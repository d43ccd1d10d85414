/*
 * stat_sets: adds sets of events of core PMUs: how the slots of a CPU are used (--topdown), and transactions (-T).
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_STAT_STAT_SETS_H
#define PREC_RECORD_STAT_STAT_SETS_H

#include "common/error.h"
#include "record/events/event_list.h"
#include "record/pmu/event_context.h"

/*
 * stat_usual: adds the events that prec stat counts by default: those of Linux perf.
 *
 * Threads: no state, any thread.
 */

/*
 * Appends the events. on_cpus: whole CPUs are counted, not threads. detailed: 0; 1: with caches; 2: and TLBs; 3: and
 * prefetches. Events that few CPUs have are first tried on the calling thread, and left out if they cannot be counted.
 * 0 or a negative errno.
 */
int stat_usual_add(struct event_list *list, bool on_cpus, unsigned detailed, const struct event_context *context,
		   struct error *err);

/*
 * Append the events of each core PMU that has them. level: how many levels of detail; 0: all that the machine has. 0 or
 * a negative errno with a message; -ENOENT: the machine lacks the events; -EINVAL: it has fewer levels.
 */
int stat_sets_topdown(struct event_list *list, uint64_t level, const struct event_context *context, struct error *err);
int stat_sets_transactions(struct event_list *list, const struct event_context *context, struct error *err);

#endif
