/*
 * event_generic: reads generic, cache and raw events. On a machine with several kinds of cores such an event is one for
 * each kind.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_PMU_EVENT_GENERIC_H
#define PREC_RECORD_PMU_EVENT_GENERIC_H

#include "record/pmu/event_context.h"
#include "record/pmu/pmu.h"

/*
 * Reads a word as a generic, cache or raw event. 1, with type and config; 0: it is none; -EINVAL: the cache has no such
 * operation.
 */
int event_generic_read(struct event_text word, uint32_t *ret_type, uint64_t *ret_config, struct error *err);

/*
 * True if the name is the kernel's generic event even if the PMU has an event file of that name: cache events in upper
 * and lower case, as "L1-dcache-loads", which Linux perf does not look up in sysfs.
 */
bool event_generic_over_file(const char *name);

/* Sets an attr to a generic event of this core PMU. */
void event_generic_set(struct event_attr *attr, const struct pmu *pmu, uint32_t type, uint64_t config);

#endif
