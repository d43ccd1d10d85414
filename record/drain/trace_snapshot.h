/*
 * trace_snapshot: what hardware traces, whose areas are overwritten, have recorded last.
 *
 * The traces are disabled meanwhile, so that the hardware does not write where it is read; what happens in this time is
 * in no trace.
 */
#ifndef PREC_RECORD_DRAIN_TRACE_SNAPSHOT_H
#define PREC_RECORD_DRAIN_TRACE_SNAPSHOT_H

#include "record/drain/drain.h"

/* bytes: of each area, its last ones; 0: all. 0 or a negative errno. */
int trace_snapshot_take(struct drain *d, uint64_t bytes, struct error *err);

/* Of a CPU that has been offline: its area is about to be mapped anew. As above. */
int trace_snapshot_take_cpu(struct drain *d, int cpu, uint64_t bytes, struct error *err);

#endif
