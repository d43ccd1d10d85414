/*
 * lane: how one thread moves the records of rings into blocks.
 *
 *	ring --> staging --> corrected, cut to what they hold, counted --> blocks --> packed by the stream's sink
 *
 * Records are corrected on their way: what the kernel writes wrongly (bits of build-ids that nobody asked for), and ids
 * of events that were opened again. Samples that were taken twice are dropped (record/session/rate_doubts.h). Copies of
 * stacks are cut to what they hold. Records of switches between threads are taken out
 * (record/session/switch_records.h). When a ring is over half full because packing is too slow, less effort goes into
 * packing.
 *
 * A ring is drained by the lane it belongs to, into whose stream its samples go. The rings of the sideband, and those
 * that are overwritten, belong to the lane of the session's own thread.
 *
 * Ownership: everything is borrowed. One thread at a time; several lanes at once.
 */
#ifndef PREC_RECORD_SESSION_LANE_H
#define PREC_RECORD_SESSION_LANE_H

#include "record/sampler/sampler.h"
#include "record/session/drain_pressure.h"
#include "record/session/rate_doubts.h"
#include "record/session/stack_trim.h"
#include "record/session/streams.h"
#include "record/session/switch_records.h"

/* Beside each of open_rings' rings. */
struct drained_ring {
	struct stream_counts counts;
	uint64_t lost; /* records that its events were found to have lost (record/session/losses.h) */
	bool inexact;  /* the kernel does not say that of all its events */
	int drainer;   /* the number of the thread that drains it, or DRAINER_NONE */
};

#define DRAINER_NONE (-1) /* the session's own thread */

/* What lanes share; they change only what belongs to their rings, and the session's own lane the rest. */
struct lane_shared {
	struct sampler *sampler;
	struct streams *streams;
	struct drained_ring **rings;
	const struct stack_trim *trim;
	struct switch_records *switches;
	struct rate_doubts *doubts;
};

struct lane {
	const struct lane_shared *shared;
	struct block_stream *samples; /* gets the records of sample rings */
	struct zframe *zframe;        /* packs them */
	struct buffer *diverted;  /* gets the records of switches until drain_settle; NULL: they are taken at once */
	struct buffer *ring_copy; /* of a ring that is overwritten, while that is read; NULL: it has none of these */
	struct drain_pressure pressure;
};

/*
 * Drains a ring, unless it is overwritten. by_its_thread: by the one whose effort drain_pressure measures, not another
 * one while that is held. 0 or a negative errno.
 */
int lane_drain(struct lane *lane, size_t ring, bool by_its_thread, struct error *err);

/* What a ring that is overwritten has got since it was read last; of others nothing. 0 or a negative errno. */
int lane_snapshot(struct lane *lane, size_t ring, struct error *err);

#endif
