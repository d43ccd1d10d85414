/*
 * ring_snapshot: reads a ring that the kernel writes backward and never stops to write: new records replace the oldest.
 *
 *	 offset   head                                     head + what was written since the last snapshot
 *	            |  newest  |   ...   | older | oldest  |
 *	            |<------------ the size of the ring at most ----------->|
 *	 place    ..|  newest  |   ...   | older | old|new.|                   the oldest may be written over
 *
 * data_head goes down with each record, from 0 on, so that a header is where the next older record begins, and records
 * can be followed from the newest one on: perf_event_open(2), write_backward; tools/perf/design.txt. The event is
 * paused meanwhile (PERF_EVENT_IOC_PAUSE_OUTPUT); what comes in this time is lost and counted.
 *
 * Threads: that of the ring.
 */
#ifndef PREC_RECORD_SAMPLER_RING_SNAPSHOT_H
#define PREC_RECORD_SAMPLER_RING_SNAPSHOT_H

#include "record/sampler/ring.h"

/*
 * Appends the records to out, oldest first, that were written since the snapshot before and are still there whole. The
 * ring is not changed. The bytes appended, or -ENOMEM.
 */
int64_t ring_snapshot(struct ring *ring, struct buffer *out);

#endif
