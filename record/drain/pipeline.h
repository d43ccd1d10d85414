/*
 * pipeline: moves the records of one thread's rings into blocks.
 *
 *	ring --> staging --> corrected, cut to what they hold, counted --> blocks --> packed by the stream's sink
 *
 * On their way records are corrected: build-id bits that the kernel sets although nobody asked for them, and ids of
 * events that were opened again. Duplicate samples are dropped (record/drain/duplicate_filter.h), copies of stacks are
 * cut to what they hold (record/drain/stack_trim.h), records of switches are taken out (record/drain/switch_records.h).
 * When a ring is over half full because packing is too slow, the compression level falls.
 *
 * Each ring belongs to one pipeline, which drains it into its stream. The rings of the sideband, and overwritten ones,
 * belong to the pipeline of the session's thread.
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
 * drain_pressure: lowers the compression level while records come faster than a thread can pack them.
 *
 * Threads: only the one that packs.
 */

struct drain_pressure {
	int level;                /* the zstd level that the user wants; 0: no compression */
	uint64_t wall_ns, cpu_ns; /* at the last look */
	bool felt;                /* there was pressure since the last relax */
	bool is_behind;           /* the lowest level is too slow */
};

/* Starts to measure. */
void drain_pressure_begin(struct drain_pressure *p);

/* Call when a ring is over half full: lowers the level of zframe if this thread was busy. 0 or a negative errno. */
int drain_pressure_feel(struct drain_pressure *p, struct zframe *zframe, struct error *err);

/* Call after a round: raises the level again if there was no pressure. 0 or a negative errno. */
int drain_pressure_relax(struct drain_pressure *p, struct zframe *zframe, struct error *err);

/* Beside each ring of the sampler. */
struct drained_ring {
	struct stream_counts counts;
	uint64_t lost;    /* records that its events lost (record/drain/losses.h) */
	bool inexact;     /* an event of it has no such count */
	int drain_thread; /* the number of the thread that drains it, or DRAIN_THREAD_NONE */
};

#define DRAIN_THREAD_NONE (-1) /* the session's own thread */

/* What pipelines share. A pipeline changes only what belongs to its rings; that of the session's thread the rest. */
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
	struct zframe *zframe;        /* packs the blocks */
	struct buffer *switch_buffer; /* gets the records of switches until drain_flush; NULL: they are taken at once */
	struct buffer *ring_copy;     /* holds an overwritten ring's data while it is read; NULL: it has no such ring */
	struct drain_pressure pressure;
};

/*
 * Drains a ring; leaves an overwritten one alone. by_its_thread: the caller is the thread that drain_pressure measures,
 * not another one during a pause. 0 or a negative errno.
 */
int pipeline_drain(struct pipeline *pipeline, size_t ring, bool by_its_thread, struct error *err);

/* Copies what an overwritten ring got since the last copy; does nothing for others. 0 or a negative errno. */
int pipeline_snapshot(struct pipeline *pipeline, size_t ring, struct error *err);

#endif
