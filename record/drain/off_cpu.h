/*
 * off_cpu: makes samples of the event offcpu-time from switches: how long threads were blocked, and where.
 *
 *	ring of CPU 0:  sample of thread 7, with its stack | SWITCH out of 7 ...
 *	ring of CPU 1:  ...                                                      SWITCH in of 7 ...
 *	becomes         a sample of thread 7, with that stack, period = ns between, at the time of the return
 *
 * The event context-switches samples a thread when it leaves its CPU; SWITCH records tell when it left and when it is
 * back. Left out, as Linux perf does: threads that were preempted (SWITCH says so from Linux 4.17 on), idle CPUs, and
 * kernel threads, which wait most of the time. record/drain/off_cpu_found.h finds the threads that are away when
 * sampling is switched on or off.
 *
 * The rings of CPUs are drained one after the other. So the records of a round wait until all older ones have come:
 * those up to the latest time of the round before are complete. FINISHED_ROUND promises the same, and the samples keep
 * that promise, since their time is that of the return.
 *
 * Memory: the records of two rounds; a sample for each thread that is away; some bytes for each thread that is back,
 * swept when their number has doubled.
 *
 * Ownership: _init/_fini. One thread at a time.
 */
#ifndef PREC_RECORD_DRAIN_OFF_CPU_H
#define PREC_RECORD_DRAIN_OFF_CPU_H

#include "common/buffer.h"
#include "common/error.h"
#include "common/hash_table.h"
#include "formats/record/event.h"

/*
 * off_cpu_sums: adds up short off-CPU times by thread and stack: a thread that blocks a thousand times with one stack
 * has one sample.
 *
 * Samples are added up if their TIDs are equal, and everything after the fields of fixed size: the callchain and what
 * follows it. The sum has the time of its last part.
 *
 * Ownership: _init/_fini. One thread at a time.
 */

struct off_cpu_sum {
	size_t at; /* of the sample in `samples` */
};

struct off_cpu_sums {
	struct event_layout layout; /* of the samples; each has TIME, TID and PERIOD */
	struct buffer samples;      /* one after the other */
	struct off_cpu_sum *sums;
	uint32_t n, capacity;
	struct hash_table table;
};

void off_cpu_sums_init(struct off_cpu_sums *s, const struct event_layout *layout);
void off_cpu_sums_fini(struct off_cpu_sums *s);

/* Adds a whole sample; its period is the off-CPU time. 0 or -ENOMEM. */
int off_cpu_sums_add(struct off_cpu_sums *s, const uint8_t *sample, size_t size);

/* Appends the sums to *out, and starts anew. */
void off_cpu_sums_put(struct off_cpu_sums *s, struct buffer *out);

/* Facts of one thread with equal times are in this order. */
enum off_cpu_kind {
	OFF_CPU_FOUND = 0, /* it was away already; its sample has the time from which it counts */
	OFF_CPU_SAMPLED,   /* it leaves its CPU, with a stack */
	OFF_CPU_PREEMPTED,
	OFF_CPU_BLOCKED, /* it has left, some time after its stack was copied */
	OFF_CPU_RETURNS,
};

struct off_cpu_fact {
	uint64_t time;
	uint32_t tid;
	uint16_t kind;
	uint16_t size; /* of the sample */
	size_t at;     /* of the sample among the samples */
};

/* A thread that has been sampled. */
struct off_cpu_thread {
	uint32_t tid;
	uint16_t size;   /* of the sample; 0: it is not away */
	bool is_found;   /* it was away when sampling began */
	uint64_t left;   /* the time of its sample, then of SWITCH */
	uint64_t seen;   /* the time of its last fact */
	uint8_t *sample; /* owned */
};

struct off_cpu {
	struct event_attr attr;
	struct event_layout layout;
	uint64_t threshold_ns; /* shorter times are added up, a sum a round */

	struct off_cpu_fact *facts;
	uint32_t n_facts, facts_capacity;
	struct buffer samples;
	uint64_t latest, latest_before; /* the latest times: now, and at the end of the last round */

	struct off_cpu_thread *threads;
	uint32_t n_threads, threads_capacity;
	struct u32map by_tid;
	size_t held, held_after_sweep; /* bytes of samples of threads */
	uint32_t n_after_sweep;        /* threads */
	struct off_cpu_sums sums;
};

/* attr: that of offcpu-time; its samples have TID, TIME, PERIOD and CALLCHAIN. */
void off_cpu_init(struct off_cpu *o, const struct event_attr *attr, uint64_t threshold_ns);
void off_cpu_fini(struct off_cpu *o);

/* Takes a sample of the event, or any SWITCH record. Ignores records of a wrong size. 0 or -ENOMEM. */
int off_cpu_take(struct off_cpu *o, const uint8_t *record, size_t size);

/*
 * Takes the sample of a thread that was away at the sample's time and still at `time`. Ignores it if the thread was
 * seen between the two. 0 or -ENOMEM.
 */
int off_cpu_take_found(struct off_cpu *o, const uint8_t *record, size_t size, uint64_t time);

/* True if the thread is away, and of the process; pid 0: of any. */
bool off_cpu_is_away(const struct off_cpu *o, const struct off_cpu_thread *t, uint32_t pid);

/* True if the sample of a thread that is away shows a user program: it is no kernel thread. */
bool off_cpu_has_program(const struct off_cpu *o, const struct off_cpu_thread *t);

/* Makes the sample of a thread that is away as if it were back at `back`: appended to *out, or added up. 0 or -ENOMEM.
 */
int off_cpu_return(struct off_cpu *o, const struct off_cpu_thread *t, uint64_t back, struct buffer *out);

/*
 * Call when all rings have been drained once since the last call. Appends to *out the samples of all facts that are
 * complete (see above); at_end: of all facts. 0 or -ENOMEM.
 */
int off_cpu_flush(struct off_cpu *o, bool at_end, struct buffer *out);

/*
 * Forgets the threads of a process that are away; pid 0: all. No time is counted for them. The caller has flushed
 * before.
 */
void off_cpu_forget(struct off_cpu *o, uint32_t pid);

/* Returns how many bytes wait for off_cpu_flush. */
size_t off_cpu_waiting(const struct off_cpu *o);

#endif
