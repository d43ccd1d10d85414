/*
 * event_generic: the events that every kernel has by name, and raw ones: on a machine with several kinds of cores they
 * are an event for each.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_PMU_EVENT_GENERIC_H
#define PREC_RECORD_PMU_EVENT_GENERIC_H

#include "record/pmu/event_context.h"
#include "record/pmu/pmu.h"

/*
 * What a word means as a generic, cache or raw event. 1 with type and config; 0: it is none; -EINVAL where the cache
 * has no such operation.
 */
int event_generic_read(struct event_text word, uint32_t *ret_type, uint64_t *ret_config, struct error *err);

/*
 * Whether the name, as an event of a core, is the kernel's generic one even where the PMU has an event file of that
 * name: cache events in upper and lower case, as "L1-dcache-loads", which Linux perf does not look for in sysfs.
 */
bool event_generic_over_file(const char *name);

/* Makes an attr that of a generic event on this core PMU. */
void event_generic_set(struct event_attr *attr, const struct pmu *pmu, uint32_t type, uint64_t config);

#endif
