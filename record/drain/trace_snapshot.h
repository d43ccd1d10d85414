/*
 * trace_snapshot: copies the newest data of hardware traces whose AUX areas are overwritten.
 *
 * The traces are disabled during the copy, so that the hardware does not write what is read. They miss what happens
 * meanwhile.
 */
#ifndef PREC_RECORD_DRAIN_TRACE_SNAPSHOT_H
#define PREC_RECORD_DRAIN_TRACE_SNAPSHOT_H

#include "record/drain/drain.h"

/* Copies the last `bytes` of each area; 0: all of it. 0 or a negative errno. */
int trace_snapshot_take(struct drain *d, uint64_t bytes, struct error *err);

/* Does so for a CPU that was offline, before its area is mapped again. */
int trace_snapshot_take_cpu(struct drain *d, int cpu, uint64_t bytes, struct error *err);

#endif
