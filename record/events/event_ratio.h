/*
 * event_ratio: the term ratio-to-prev. The CPU samples an event only while it is frequent, or rare, relative to the
 * event before it in its group: {instructions,cycles/period=100000,ratio-to-prev=0.5/}.
 *
 * Both get periods in this ratio, and a mask of the counters that restart when one of them overflows: the format
 * acr_mask of Intel's PMUs (auto counter reload), tools/perf/Documentation/intel-acr.txt.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_EVENTS_EVENT_RATIO_H
#define PREC_RECORD_EVENTS_EVENT_RATIO_H

#include "record/events/event_list.h"
#include "record/pmu/event_context.h"

/*
 * Checks the events from first on. 0 or a negative errno; -EINVAL: no event of the same core PMU stands before one with
 * the term, or the PMU has no acr_mask.
 */
int event_ratio_check(const struct event_list *list, int first, const struct event_context *context, struct error *err);

/*
 * Sets the periods, from 1 to INT64_MAX, and the masks; call when all groups are known. period: that of all events by
 * an option; 0: none. 0; -EINVAL: neither of two events has a period.
 */
int event_ratio_finish(struct event_list *list, uint64_t period, struct error *err);

#endif
