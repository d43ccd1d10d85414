/*
 * stat_sets: adds sets of events of core PMUs: how the slots of a CPU are used (--topdown), and transactions (-T).
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_STAT_STAT_SETS_H
#define PREC_RECORD_STAT_STAT_SETS_H

#include "record/pmu/event_context.h"
#include "record/events/event_list.h"

#include "common/error.h"

/*
 * stat_usual: adds the events that prec stat counts by default: those of Linux perf.
 *
 * Threads: no state, any thread.
 */

/*
 * Appends them. on_cpus: whole CPUs are counted, not threads. detailed: 1: caches, too; 2: and TLBs; 3: and prefetches.
 * Events that few CPUs have are tried on the calling thread first, and left out if they cannot be counted. 0 or a
 * negative errno.
 */
int stat_usual_add(struct event_list *list, bool on_cpus, unsigned detailed, const struct event_context *context,
		   struct error *err);

/*
 * Append the events of each core PMU that has them. level: of detail; 0: the deepest that the machine has. 0; -ENOENT,
 * with a message about what the machine lacks.
 */
int stat_sets_topdown(struct event_list *list, uint64_t level, const struct event_context *context, struct error *err);
int stat_sets_transactions(struct event_list *list, const struct event_context *context, struct error *err);

#endif
