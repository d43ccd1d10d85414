/*
 * drain: moves what waits in the rings into the streams and blocks of the file, in one pipeline
 * (record/drain/pipeline.h) or in those of several threads (record/drain/drain_pool.h).
 *
 * What says "free" below may be called while drain threads work. What says "held" needs them held or joined, as every
 * use of d->rings[i].counts does, and everything that changes the sampler's lists of rings and events. Without drain
 * threads there is no difference.
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
	size_t n_rings;                /* as many as the sampler has */
	struct pipeline_shared shared; /* of what follows and the above, for pipelines */
	struct pipeline own;           /* of the session's thread */
	struct buffer ring_copy;       /* of that */
	struct thread_place place;     /* likewise */
	struct drain_pool drain_pool;
	bool warned; /* that records come too fast */
	struct stack_trim trim;
	struct switch_records switches;
	struct off_cpu_found found;       /* where off-CPU times are wanted */
	struct duplicate_filter suspects; /* held, but for the pipelines */
	struct stream_counts made;        /* samples that came from no ring as they are */
};

/* diagnostics: outlive the drain. 0 or a negative errno; then, too, _fini. */
int drain_init(struct drain *d, struct sampler *sampler, struct streams *streams, const struct session_config *config,
	       struct diagnostics *diagnostics, struct error *err);
void drain_fini(struct drain *d);

/* The drain threads start; watch: of all rings, borrowed. 0 or a negative errno. */
int drain_begin(struct drain *d, struct ring_watch *watch, struct error *err);

/* The drain threads end: the session's thread goes on alone. */
void drain_end(struct drain *d);

/* Drainers that are held do nothing until they are released; as often as they were held. */
void drain_hold(struct drain *d);
void drain_release(struct drain *d);

/* The epoll(7) descriptor that waits for a ring; -1: that of the session's thread. */
int drain_epoll_fd(const struct drain *d, uint32_t ring);

/* Held. Makes room for rings that the sampler has mapped since. 0 or a negative errno. */
int drain_follow(struct drain *d, struct error *err);

/*
 * One ring of the session's thread, with its AUX area, or held; held: those of a CPU, which are given up; free: those
 * of the sideband; all; all, as a round, with which the blocks of drain threads end. Rings that are overwritten are
 * left as they are, but for those of a CPU. 0 or a negative errno.
 */
int drain_ring(struct drain *d, size_t ring, struct error *err);
int drain_cpu(struct drain *d, int cpu, struct error *err);
int drain_sideband(struct drain *d, struct error *err);
int drain_all(struct drain *d, struct error *err);
int drain_round(struct drain *d, struct error *err);

/* Free. Writes the blocks that drain threads have packed. 0 or a negative errno. */
int drain_collect(struct drain *d, struct error *err);

/* Held. Ends all blocks that are being filled. 0 or a negative errno. */
int drain_cut(struct drain *d, struct error *err);

/* Whether there are such: samples may come long after they were taken. */
bool drain_has_snapshots(const struct drain *d);

/* What the rings that are overwritten have got since they were read last. 0 or a negative errno. */
int drain_snapshot(struct drain *d, struct error *err);

/*
 * Free, after drain_all: records of switches are taken, and the samples that are made of several records go to the
 * others, as far as nothing can come any more that is older; at_end: all, and those of threads that are blocked still.
 * 0 or a negative errno.
 */
int drain_settle(struct drain *d, bool at_end, struct error *err);

/*
 * Free. All rings, and settled so that nothing waits of what was recorded before the call: times off the CPU are
 * complete up to the end of the round before, so that takes two. 0 or a negative errno.
 */
int drain_rounds(struct drain *d, struct error *err);

/*
 * Free. Samples have been switched on of a process, 0: of the target: looks for threads that are blocked, other than of
 * the process `except`, whose time off the CPU begins now. 0 or a negative errno.
 */
int drain_switched_on(struct drain *d, pid_t pid, pid_t except, struct error *err);

/*
 * Free. Samples have been switched off of a process, 0: of all. Does the above; the times off the CPU of its threads
 * end now. 0 or a negative errno.
 */
int drain_switched_off(struct drain *d, pid_t pid, struct error *err);

/*
 * Held, once a round: back towards the level asked for, when there was no pressure; where it is too much there is a
 * notice. 0 or a negative errno.
 */
int drain_relax(struct drain *d, struct error *err);

/* What helps where samples get lost: for a message. */
const char *drain_advice(const struct drain *d);

/* Free. Bytes of records and packed blocks that are not in the file yet. */
size_t drain_waiting(struct drain *d);

/* Free or held. Bytes of records about switches, which the next round takes. */
size_t drain_unsettled(struct drain *d);

/* Held. How many samples came, and how many LOST records of sample rings have reported so far. */
uint64_t drain_samples(const struct drain *d);
uint64_t drain_lost_so_far(const struct drain *d);

/* Held. The times of the first and last sample of the file; UINT64_MAX and 0: none. Another file begins. */
void drain_sample_times(const struct drain *d, uint64_t *ret_first, uint64_t *ret_last);
void drain_forget_times(struct drain *d);

#endif
