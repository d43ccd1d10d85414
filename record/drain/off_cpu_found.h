/*
 * off_cpu_found: finds the threads that are blocked already when sampling begins. No switch reports them before they
 * return. So it reads /proc, and makes samples that off_cpu takes as those of threads that have just left.
 *
 *	sampling on            thread 7 is found          SWITCH in of 7, or the end
 *	     |-----------------------|-------------------------|
 *	     its time begins         what it waits in
 *
 * A thread that has switched before it is looked for belongs to off_cpu alone. At the end, threads that are still away
 * have their time counted up to then.
 *
 * Ownership: _init/_fini; the rest is borrowed. One thread at a time.
 */
#ifndef PREC_RECORD_DRAIN_OFF_CPU_FOUND_H
#define PREC_RECORD_DRAIN_OFF_CPU_FOUND_H

#include "common/diagnostics.h"
#include "record/drain/off_cpu.h"
#include "record/open/target.h"
#include "record/sampler/event_clock.h"
#include "record/synth/blocked_thread.h"

/* What the user is told of a thread at the end. */
struct found_thread {
	uint32_t tid;
	bool is_still_away;
	uint64_t ns; /* that it was */
	char comm[BLOCKED_TEXT_MAX], where[BLOCKED_TEXT_MAX];
};

struct off_cpu_found {
	const struct target *target;
	const struct set_event *event;
	struct off_cpu *off_cpu;
	struct aside *aside; /* looks at what may not answer; NULL: that is done here */
	struct synth *synth; /* while threads are looked for */
	struct kernel_names names;
	struct event_clock clock;
	uint64_t since; /* sampling is on */
	uint64_t ended; /* it is off; 0: not yet */
	struct buffer sample, stack;
	struct found_thread *threads;
	uint32_t n, capacity;
	uint64_t n_away; /* that were found, and have not returned */
};

/* event: context-switches, open. Without a clock of events nothing is found. 0 or a negative errno. */
int off_cpu_found_init(struct off_cpu_found *f, struct aside *aside, const struct target *target,
		       const struct set_event *event, struct off_cpu *off_cpu, struct error *err);
void off_cpu_found_fini(struct off_cpu_found *f);

/* Reads what takes long; call before sampling is switched on. 0 or a negative errno. */
int off_cpu_found_prepare(struct off_cpu_found *f, struct error *err);

/* Look for threads while sampling is on: _begin, any of _process and _thread, _done. 0 or a negative errno. */
int off_cpu_found_begin(struct off_cpu_found *f, struct error *err);
int off_cpu_found_process(struct off_cpu_found *f, pid_t pid, struct error *err);
int off_cpu_found_thread(struct off_cpu_found *f, pid_t tid, struct error *err);
void off_cpu_found_done(struct off_cpu_found *f);

/* Notes the time; call right before sampling is switched off for good. */
void off_cpu_found_stop(struct off_cpu_found *f);

/*
 * Call after off_cpu_flush. Appends to *out the samples of a process's threads that are away, up to now or _stop; pid
 * 0: of all. 0 or -ENOMEM.
 */
int off_cpu_found_end(struct off_cpu_found *f, pid_t pid, struct buffer *out);

/* Adds a message that names the threads which only waited. */
void off_cpu_found_describe(const struct off_cpu_found *f, struct diagnostics *diagnostics);

#endif
