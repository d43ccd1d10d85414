/*
 * ring_snapshot: reads a ring that the kernel writes backward and never stops to write: new records replace the oldest.
 *
 *	 offset   head                                     head + what was written since the last snapshot
 *	            |  newest  |   ...   | older | oldest  |
 *	            |<------------ the size of the ring at most ----------->|
 *	 place    ..|  newest  |   ...   | older | old|new.|                   the oldest may be written over
 *
 * data_head goes down with each record, from 0 on, so that a header is where the next older record begins, and records
 * can be followed from the newest one on: perf_event_open(2), write_backward; tools/perf/design.txt.
 *
 * What comes while the event is paused (PERF_EVENT_IOC_PAUSE_OUTPUT) is lost and counted, so that is to be short:
 *
 *	copied          the ring as it is, while the kernel goes on to write
 *	paused, copied  what was written meanwhile, which has taken the place of the oldest
 *	resumed         the records are found in the copy, and put in order
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
 * Appends the records to out, oldest first, that were written since the snapshot before and are still there whole. The
 * ring is not changed. copy: gets a copy of the ring, of its size, which may be used for others. The bytes appended,
 * -ENOMEM, or what the pauser returned.
 */
int64_t ring_snapshot(struct ring *ring, const struct ring_pauser *pauser, struct buffer *copy, struct buffer *out);

#endif
