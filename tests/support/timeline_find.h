/*
 * timeline_find: what is mapped at one address of a process (TIMELINE_KERNEL_PID: of the kernel) at one time, or NULL.
 */
#ifndef PREC_TESTS_TIMELINE_FIND_H
#define PREC_TESTS_TIMELINE_FIND_H

#include "report/timeline/timeline.h"

static inline const struct map *find_map(const struct timeline *t, uint32_t pid, uint64_t time, uint64_t addr)
{
	return timeline_epoch_map(t, timeline_snapshot(t, pid, time).own, addr);
}

static inline const struct map *find_caller(const struct timeline *t, uint32_t pid, uint64_t time, uint64_t addr)
{
	return timeline_epoch_caller(t, timeline_snapshot(t, pid, time).own, addr);
}

#endif
