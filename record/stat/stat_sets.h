/*
 * stat_sets: events of PMUs of cores that say something together: what the slots of a CPU are used for (--topdown), and
 * transactions (-T).
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_STAT_STAT_SETS_H
#define PREC_RECORD_STAT_STAT_SETS_H

#include "record/pmu/event_context.h"
#include "record/events/event_list.h"

#include "common/error.h"

/*
 * stat_usual: what prec stat counts when it is not told what: the events of Linux perf.
 *
 * Threads: no state, any thread.
 */

/*
 * Appends them. on_cpus: whole CPUs are counted, not threads. detailed: 1: caches too, 2: and TLBs, 3: and prefetches.
 * What few CPUs have is tried on the calling thread first, and left out where it cannot be counted. 0 or a negative
 * errno.
 */
int stat_usual_add(struct event_list *list, bool on_cpus, unsigned detailed, const struct event_context *context,
		   struct error *err);

/*
 * Appends the events of each PMU of cores that has them. level: of detail, 0: as deep as the machine goes. 0, or
 * -ENOENT with a message that says what the machine does not have.
 */
int stat_sets_topdown(struct event_list *list, uint64_t level, const struct event_context *context, struct error *err);
int stat_sets_transactions(struct event_list *list, const struct event_context *context, struct error *err);

#endif
