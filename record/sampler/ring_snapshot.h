/*
 * ring_snapshot: reads a ring that the kernel writes backward and never stops to write: new records replace the oldest.
 *
 *	 offset   head                                     head + what was written since the last snapshot
 *	            |  newest  |   ...   | older | oldest  |
 *	            |<------------ the size of the ring at most ----------->|
 *	 offset   ..|  newest  |   ...   | older | old|new.|                   the oldest may be written over
 *
 * data_head falls with each record, from 0 on. So it points to the newest record's header, each record is followed by
 * the next older one, and they can be walked from the newest on: perf_event_open(2), write_backward;
 * tools/perf/design.txt.
 *
 * Records that come while the event is paused (PERF_EVENT_IOC_PAUSE_OUTPUT) are lost and counted, so the pause is
 * short:
 *
 *	copy           the ring as it is, while the kernel goes on writing
 *	pause, copy    what was written meanwhile, over the oldest records
 *	resume         find the records in the copy, and put them in order
 *
 * Threads: that of the ring.
 */
#ifndef PREC_RECORD_SAMPLER_RING_SNAPSHOT_H
#define PREC_RECORD_SAMPLER_RING_SNAPSHOT_H

#include "record/sampler/ring.h"

#include <stdbool.h>

/* Who pauses the ring. */
struct ring_pauser {
	int (*pause)(const void *context, bool paused); /* 0 or a negative errno */
	const void *context;
};

/*
 * Appends to out, oldest first, the records that were written since the last snapshot and are still whole. Leaves the
 * ring unchanged. copy: a buffer for a copy of the ring, which several rings may share. Returns the number of bytes
 * appended, -ENOMEM, or the error of the pauser.
 */
int64_t ring_snapshot(struct ring *ring, const struct ring_pauser *pauser, struct buffer *copy, struct buffer *out);

#endif
