/*
 * drain: moves what waits in the rings into the streams, and adapts to the pace of the records.
 *
 * Records are corrected on their way: what the kernel writes wrongly (bits of build-ids that nobody asked for), and ids
 * of events that were opened again. Copies of stacks are cut to what they hold. Switches between threads become samples
 * of time off the CPU (record/session/off_cpu.h). When a ring is over half full because
 * packing is too slow, less effort goes into packing.
 *
 * Ownership: _init/_fini; sampler and streams are borrowed. One thread at a time.
 */
#ifndef PREC_RECORD_SESSION_DRAIN_H
#define PREC_RECORD_SESSION_DRAIN_H

#include "record/sampler/sampler.h"
#include "record/session/stack_trim.h"
#include "record/session/streams.h"
#include "record/session/switch_records.h"

/* Beside each of open_rings' rings. */
struct drained_ring {
	struct stream_counts counts;
	uint64_t lost; /* records that its events were found to have lost (record/session/losses.h) */
	bool inexact;  /* the kernel does not say that of all its events */
};

struct drain_pressure {
	uint64_t wall_ns, cpu_ns; /* where the time being looked at began */
	bool felt;                /* since the last flush */
	bool warned;
};

struct drain {
	struct sampler *sampler;
	struct streams *streams;
	struct notices *notices;
	struct drained_ring *rings;
	size_t n_rings; /* as many as the sampler has */
	int level;      /* of zstd, as asked for; 0: none */
	struct drain_pressure pressure;
	struct stack_trim trim;
	struct switch_records switches;
	struct stream_counts made; /* samples that came from no ring as they are */
};

/* notices: outlive the drain. 0 or a negative errno. */
int drain_init(struct drain *d, struct sampler *sampler, struct streams *streams, const struct session_config *config,
	       struct notices *notices, struct error *err);
void drain_fini(struct drain *d);

/* The pressure is measured from now on. */
void drain_begin(struct drain *d);

/* Makes room for rings that the sampler has mapped since. 0 or a negative errno. */
int drain_follow(struct drain *d, struct error *err);

/*
 * One ring, with its AUX area; those of a CPU, which are given up; those of the sideband; all. Rings that are
 * overwritten are left as they are, but for those of a CPU. 0 or a negative errno.
 */
int drain_ring(struct drain *d, size_t ring, struct error *err);
int drain_cpu(struct drain *d, int cpu, struct error *err);
int drain_sideband(struct drain *d, struct error *err);
int drain_all(struct drain *d, struct error *err);

/* Whether there are such: samples may come long after they were taken. */
bool drain_has_snapshots(const struct drain *d);

/* What the rings that are overwritten have got since they were read last. 0 or a negative errno. */
int drain_snapshot(struct drain *d, struct error *err);

/*
 * After drain_all: the samples that are made of several records go to the others, as far as nothing can come any more
 * that is older; at_end: all. 0 or a negative errno.
 */
int drain_settle(struct drain *d, bool at_end, struct error *err);

/*
 * All rings, and settled so that nothing waits of what was recorded before the call: times off the CPU are complete up
 * to the end of the round before, so that takes two. 0 or a negative errno.
 */
int drain_rounds(struct drain *d, struct error *err);

/*
 * Samples have been switched off of a process, 0: of all. Does the above; what its threads do from now on is no time
 * off the CPU. 0 or a negative errno.
 */
int drain_switched_off(struct drain *d, pid_t pid, struct error *err);

/* After a flush: back towards the level asked for, when there was no pressure. 0 or a negative errno. */
int drain_relax(struct drain *d, struct error *err);

/* How many samples came, and how many LOST records of sample rings have reported so far. */
uint64_t drain_samples(const struct drain *d);
uint64_t drain_lost_so_far(const struct drain *d);

#endif
