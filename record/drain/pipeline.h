/*
 * pipeline: how one thread moves the records of rings into blocks.
 *
 *	ring --> staging --> corrected, cut to what they hold, counted --> blocks --> packed by the stream's sink
 *
 * Records are corrected on their way: what the kernel writes wrongly (bits of build-ids that nobody asked for), and ids
 * of events that were opened again. Samples that were taken twice are dropped (record/drain/duplicate_filter.h).
 * Copies of stacks are cut to what they hold. Records of switches between threads are taken out
 * (record/drain/switch_records.h). When a ring is over half full because packing is too slow, less effort goes into
 * packing.
 *
 * A ring is drained by the pipeline it belongs to, into whose stream its samples go. The rings of the sideband, and
 * those that are overwritten, belong to the pipeline of the session's own thread.
 *
 * Ownership: everything is borrowed. One thread at a time; several pipelines at once.
 */
#ifndef PREC_RECORD_DRAIN_PIPELINE_H
#define PREC_RECORD_DRAIN_PIPELINE_H

#include "common/error.h"
#include "formats/file/zframe.h"
#include "record/drain/duplicate_filter.h"
#include "record/drain/stack_trim.h"
#include "record/drain/streams.h"
#include "record/drain/switch_records.h"
#include "record/sampler/sampler.h"

/*
 * drain_pressure: less effort goes into packing while records come faster than a thread can pack them.
 *
 * One thread at a time: the one that packs.
 */

struct drain_pressure {
	int level;                /* of zstd, as asked for; 0: none */
	uint64_t wall_ns, cpu_ns; /* where the time being looked at began */
	bool felt;                /* since it was relaxed */
	bool is_behind;           /* less effort does not help any more */
};

/* It is measured from now on. */
void drain_pressure_begin(struct drain_pressure *p);

/* A ring was found over half full: zframe makes less effort, if this thread was busy. 0 or a negative errno. */
int drain_pressure_feel(struct drain_pressure *p, struct zframe *zframe, struct error *err);

/* A round is over: back towards the level asked for, when there was no pressure. 0 or a negative errno. */
int drain_pressure_relax(struct drain_pressure *p, struct zframe *zframe, struct error *err);

/* Beside each ring of the sampler. */
struct drained_ring {
	struct stream_counts counts;
	uint64_t lost;    /* records that its events were found to have lost (record/drain/losses.h) */
	bool inexact;     /* the kernel does not say that of all its events */
	int drain_thread; /* the number of the thread that drains it, or DRAIN_THREAD_NONE */
};

#define DRAIN_THREAD_NONE (-1) /* the session's own thread */

/* What pipelines share; they change only what belongs to their rings, and the session's own pipeline the rest. */
struct pipeline_shared {
	struct sampler *sampler;
	struct streams *streams;
	struct drained_ring **rings;
	const struct stack_trim *trim;
	struct switch_records *switches;
	struct duplicate_filter *suspects;
};

struct pipeline {
	const struct pipeline_shared *shared;
	struct block_stream *samples; /* gets the records of sample rings */
	struct zframe *zframe;        /* packs them */
	struct buffer
		*switch_buffer;   /* gets the records of switches until drain_settle; NULL: they are taken at once */
	struct buffer *ring_copy; /* of a ring that is overwritten, while that is read; NULL: it has none of these */
	struct drain_pressure pressure;
};

/*
 * Drains a ring, unless it is overwritten. by_its_thread: by the one whose effort drain_pressure measures, not another
 * one while that is held. 0 or a negative errno.
 */
int pipeline_drain(struct pipeline *pipeline, size_t ring, bool by_its_thread, struct error *err);

/* What a ring that is overwritten has got since it was read last; of others nothing. 0 or a negative errno. */
int pipeline_snapshot(struct pipeline *pipeline, size_t ring, struct error *err);

#endif
