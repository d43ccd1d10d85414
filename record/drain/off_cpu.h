/*
 * off_cpu: how long threads were blocked, and where: samples of the event offcpu-time, made from switches.
 *
 *	ring of CPU 0:  sample of thread 7, with its stack | SWITCH out of 7 ...
 *	ring of CPU 1:  ...                                                      SWITCH in of 7 ...
 *	becomes         a sample of thread 7, with that stack, period = ns between, at the time of the return
 *
 * The kernel is asked for the event context-switches, which samples a thread in the moment it leaves its CPU, and for
 * SWITCH records. A thread that leaves because another one gets its turn is not blocked, as SWITCH says (Linux 4.17);
 * neither are idle CPUs, and threads of the kernel wait all day: they are left out, as Linux perf does. Threads that
 * are away when sampling is switched on, or off, are another's to find: record/drain/off_cpu_found.h.
 *
 * The rings of CPUs are drained one after the other. So records wait until all have come that are as old: of one round
 * of draining up to the latest time that the round before had seen. That is the promise of FINISHED_ROUND, which the
 * samples keep, since they have the time of the return.
 *
 * Memory: the records of two rounds, and a sample for each thread that is away; some bytes for each that is back, until
 * there are twice as many.
 *
 * Ownership: _init/_fini. One thread at a time.
 */
#ifndef PREC_RECORD_DRAIN_OFF_CPU_H
#define PREC_RECORD_DRAIN_OFF_CPU_H

#include "common/buffer.h"
#include "common/error.h"
#include "common/hash_table.h"
#include "common/u32map.h"
#include "formats/record/event.h"

/*
 * off_cpu_sums: short times off the CPU, added up for each thread and stack, so that a thread that blocks a thousand
 * times at one place is one sample.
 *
 * Samples belong together where they have the same TID and are alike in all that follows the fields of fixed size: the
 * callchain, and whatever else they hold. The sum has the time of its last part.
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

/* Adds a whole sample, whose period is the time. 0 or -ENOMEM. */
int off_cpu_sums_add(struct off_cpu_sums *s, const uint8_t *sample, size_t size);

/* Appends the sums to *out, and forgets them. */
void off_cpu_sums_put(struct off_cpu_sums *s, struct buffer *out);

/* In the order in which they happen to a thread at one time. */
enum off_cpu_kind {
	OFF_CPU_FOUND = 0, /* it was away, as its sample says since when */
	OFF_CPU_SAMPLED,   /* it leaves its CPU, with a stack */
	OFF_CPU_PREEMPTED,
	OFF_CPU_BLOCKED, /* it has left: the copy of its stack took time */
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
	uint64_t left;   /* when; by its sample until SWITCH says */
	uint64_t seen;   /* of the last fact */
	uint8_t *sample; /* owned */
};

struct off_cpu {
	struct event_attr attr;
	struct event_layout layout;
	uint64_t threshold_ns; /* shorter times are added up, round by round */

	struct off_cpu_fact *facts;
	uint32_t n_facts, facts_capacity;
	struct buffer samples;
	uint64_t latest, latest_before; /* times seen, up to now and up to the last round */

	struct off_cpu_thread *threads;
	uint32_t n_threads, threads_capacity;
	struct u32map by_tid;
	size_t held, held_after_sweep; /* bytes of samples of threads */
	uint32_t n_after_sweep;        /* threads */
	struct off_cpu_sums sums;
};

/* attr: of the event, with TID, TIME, PERIOD and CALLCHAIN. */
void off_cpu_init(struct off_cpu *o, const struct event_attr *attr, uint64_t threshold_ns);
void off_cpu_fini(struct off_cpu *o);

/* Takes a sample of the event, or a SWITCH record of any; those of the wrong size are left out. 0 or -ENOMEM. */
int off_cpu_take(struct off_cpu *o, const uint8_t *record, size_t size);

/*
 * The sample of a thread that was away at its own time, and at `time`, unless it has been seen between. 0 or -ENOMEM.
 */
int off_cpu_take_found(struct off_cpu *o, const uint8_t *record, size_t size, uint64_t time);

/* Whether a thread of the process, 0: of any, is away. */
bool off_cpu_is_away(const struct off_cpu *o, const struct off_cpu_thread *t, uint32_t pid);

/* Whether the sample of a thread that is away says that it has a program to return to. */
bool off_cpu_has_program(const struct off_cpu *o, const struct off_cpu_thread *t);

/* Appends to *out the sample of a thread that is away, as if it was back, or adds it up. 0 or -ENOMEM. */
int off_cpu_return(struct off_cpu *o, const struct off_cpu_thread *t, uint64_t back, struct buffer *out);

/*
 * All rings have been drained once since the last call. Appends to *out what has become of the records up to the time
 * above; at_end: of all of them. 0 or -ENOMEM.
 */
int off_cpu_settle(struct off_cpu *o, bool at_end, struct buffer *out);

/*
 * The threads of a process that are away, 0: all that are, are not going to be seen when they return: no time is
 * counted for them. What was taken before is settled first.
 */
void off_cpu_forget(struct off_cpu *o, uint32_t pid);

/* How many bytes wait for the next calls. */
size_t off_cpu_waiting(const struct off_cpu *o);

#endif
