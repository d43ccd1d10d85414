/*
 * drain: moves records from the rings into the streams and blocks of the file. The session's thread does so in one
 * pipeline (record/drain/pipeline.h); drain threads have one each (record/drain/drain_pool.h).
 *
 * "Running" below: the function may be called while drain threads run. "Paused": the caller has paused or joined them.
 * Reading d->rings[i].counts needs a pause, too, and so does every change to the sampler's lists of rings and events.
 * Without drain threads both are the same.
 *
 * Ownership: _init/_fini; it must not be moved. Sampler and streams are borrowed. One thread at a time.
 */
#ifndef PREC_RECORD_DRAIN_DRAIN_H
#define PREC_RECORD_DRAIN_DRAIN_H

#include "record/drain/drain_pool.h"
#include "record/drain/off_cpu_found.h"
#include "record/drain/thread_masks.h"

struct drain {
	struct sampler *sampler;
	struct streams *streams;
	struct diagnostics *diagnostics;
	struct drained_ring *rings;
	size_t n_rings;                   /* the number of the sampler's rings */
	struct pipeline_shared shared;    /* what all pipelines use of this struct */
	struct pipeline own;              /* that of the session's thread */
	struct buffer ring_copy;          /* used by own */
	struct cpu_affinity cpu_affinity; /* where the session's thread runs */
	struct drain_pool drain_pool;
	bool warned; /* the user was told that records come too fast */
	struct stack_trim trim;
	struct switch_records switches;
	struct off_cpu_found found;       /* used when off-CPU times are recorded */
	struct duplicate_filter suspects; /* paused; pipelines may read it while running */
	struct stream_counts made;        /* counts samples that the recorder made itself */
};

/* Sets up the drain. diagnostics outlive it. 0 or a negative errno; the caller calls _fini in both cases. */
int drain_init(struct drain *d, struct sampler *sampler, struct streams *streams, const struct session_config *config,
	       struct diagnostics *diagnostics, struct error *err);
void drain_fini(struct drain *d);

/* Starts the drain threads. watch: that of all rings, borrowed. 0 or a negative errno. */
int drain_begin(struct drain *d, struct ring_watch *watch, struct error *err);

/* Joins the drain threads. From then on the session's thread drains all rings. */
void drain_end(struct drain *d);

/* Pause the drain threads, and let them go on after as many calls of drain_resume. */
void drain_pause(struct drain *d);
void drain_resume(struct drain *d);

/* Returns the epoll(7) descriptor that waits for the ring; -1: that of the session's thread. */
int drain_epoll_fd(const struct drain *d, uint32_t ring);

/* Paused. Adds the rings that the sampler has mapped since the last call. 0 or a negative errno. */
int drain_add_rings(struct drain *d, struct error *err);

/*
 * Drains one ring, with its AUX area. Paused, unless the ring is one of the session's thread. An overwritten ring is
 * left alone. 0 or a negative errno.
 */
int drain_ring(struct drain *d, size_t ring, struct error *err);

/* Paused. Drains the rings of a CPU before they are unmapped, overwritten ones too. 0 or a negative errno. */
int drain_cpu(struct drain *d, int cpu, struct error *err);

/* Running. Drains the rings of the sideband. 0 or a negative errno. */
int drain_sideband(struct drain *d, struct error *err);

/* Running. Drains all rings but overwritten ones. 0 or a negative errno. */
int drain_all(struct drain *d, struct error *err);

/* Running. Does drain_all as a round: drain threads end the blocks that they are filling. 0 or a negative errno. */
int drain_round(struct drain *d, struct error *err);

/* Running. Writes the blocks that drain threads have packed. 0 or a negative errno. */
int drain_collect(struct drain *d, struct error *err);

/* Paused. Ends all blocks that are being filled. 0 or a negative errno. */
int drain_cut(struct drain *d, struct error *err);

/* True if a ring is overwritten: its samples may reach the file long after they were taken. */
bool drain_has_snapshots(const struct drain *d);

/* Copies what overwritten rings got since the last copy. 0 or a negative errno. */
int drain_snapshot(struct drain *d, struct error *err);

/*
 * Running, after drain_all. Takes the records of switches, and writes the samples built from several records, up to the
 * time before which no record can come any more. at_end: writes all, also those of threads that are still blocked. 0 or
 * a negative errno.
 */
int drain_flush(struct drain *d, bool at_end, struct error *err);

/*
 * Running. Drains and flushes until nothing recorded before the call waits. That takes two rounds: off-CPU times are
 * complete up to the end of the round before. 0 or a negative errno.
 */
int drain_rounds(struct drain *d, struct error *err);

/*
 * Running. Call after sampling of a process was switched on; pid 0: of the whole target. Finds the threads that are
 * blocked now, but for those of the process `except`: their off-CPU time begins. 0 or a negative errno.
 */
int drain_sampling_on(struct drain *d, pid_t pid, pid_t except, struct error *err);

/*
 * Running. Call after sampling of a process was switched off; pid 0: of all. Drains as drain_rounds does, and ends the
 * off-CPU times of its threads. 0 or a negative errno.
 */
int drain_sampling_off(struct drain *d, pid_t pid, struct error *err);

/*
 * Paused, once a round. Raises the compression level again when there was no pressure; adds a warning if records come
 * too fast even so. 0 or a negative errno.
 */
int drain_relax(struct drain *d, struct error *err);

/* Returns what helps against lost samples, for a message. */
const char *drain_advice(const struct drain *d);

/* Running. Returns how many bytes of records and packed blocks are not in the file yet. */
size_t drain_waiting(struct drain *d);

/* Returns how many bytes of records of switches the next drain_flush takes. */
size_t drain_unflushed(struct drain *d);

/* Paused. Return how many samples came, and how many lost records the LOST records of sample rings report. */
uint64_t drain_samples(const struct drain *d);
uint64_t drain_lost_so_far(const struct drain *d);

/* Paused. Returns the times of the file's first and last sample; UINT64_MAX and 0: there is none. */
void drain_sample_times(const struct drain *d, uint64_t *ret_first, uint64_t *ret_last);

/* Paused. Call when another file begins: its samples have times of their own. */
void drain_reset_times(struct drain *d);

#endif
