/*
 * prec/counters.h: counts how often events happen in a thread, a process, a cgroup or on CPUs.
 *
 *	struct prec_target self = { .tid = gettid() };
 *	struct prec_counters *c;
 *	struct prec_count counts[3];
 *	struct prec_error err;
 *
 *	if (prec_counters_open(&c, "{cycles,instructions},page-faults", &self, &err))
 *		return fprintf(stderr, "%s\n", err.message);
 *	prec_counters_enable(c);
 *	work();
 *	prec_counters_disable(c);
 *	prec_counters_read(c, counts, 3);
 *	prec_counters_close(c);
 *
 * Events are named as for `prec stat -e`, see prec-list(1), except those that prec stat counts itself: duration_time,
 * user_time and system_time. Events in braces are a group: they are on the PMU together or not at all, and are read by
 * one read(2), so that their counts belong to the same moment. If there are more events than the PMU has counters, they
 * take turns; `scaled` estimates the count of the whole time.
 *
 * An event that the machine does not have is no error if it has one of the others: the event is not counted, and
 * prec_counters_info says so. A breakpoint that the kernel refuses is an error, -EINVAL. In a forked child the counters
 * are still the parent's: to enable, disable or reset them changes the parent's counts.
 *
 * Threads: one at a time for each struct prec_counters.
 */
#ifndef PREC_COUNTERS_H
#define PREC_COUNTERS_H

#include <prec/error.h>
#include <prec/target.h>

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma GCC visibility push(default)

struct prec_counters;

struct prec_count {
	uint64_t value;
	uint64_t enabled; /* ns during which the event was enabled, summed over threads and CPUs */
	uint64_t running; /* ns during which it was counted, summed likewise */
	uint64_t scaled;  /* the sum of value * enabled / running of each thread and CPU; 0 for those where running is 0
			   */
};

struct prec_counter_info {
	const char *name;  /* as given, with ":u" if only user space may be counted; valid until prec_counters_close */
	const char *unit;  /* the unit of value * scale: "Joules"; "" for plain counts */
	double scale;      /* 1 for plain counts */
	bool is_supported; /* the machine has the event */
	size_t leader;     /* the number of the first event of its group; its own if it is in none */
	size_t n;          /* in how many places it is counted: threads, CPUs, or threads on CPUs */
};

/*
 * Opens the events of target (NULL: the calling thread), disabled. If the caller may not count the kernel
 * (perf_event_paranoid of 2 and more), events without a mode are counted in user space only, and their names say so. 0
 * or a negative errno, with nothing to close.
 */
int prec_counters_open(struct prec_counters **ret_counters, const char *events, const struct prec_target *target,
		       struct prec_error *err);

/* Closes the events and frees the counters; NULL does nothing. */
void prec_counters_close(struct prec_counters *counters);

/* Returns the number of events. A name with a pattern stands for several. */
size_t prec_counters_size(const struct prec_counters *counters);

/* Describes event number `event`. 0; -EINVAL: there is no such number. */
int prec_counters_info(const struct prec_counters *counters, size_t event, struct prec_counter_info *ret_info);

/* Start and stop all events. 0 or a negative errno. */
int prec_counters_enable(struct prec_counters *counters);
int prec_counters_disable(struct prec_counters *counters);

/*
 * Sets the counts and times of all events to 0, including what threads and processes added that inherited the events
 * and have ended. All events of a group are reset at the same moment. Events that count go on counting. 0 or a negative
 * errno.
 */
int prec_counters_reset(struct prec_counters *counters);

/*
 * Reads all events, each group by one read(2), and stores the sums over threads and CPUs of the first n events in
 * counts. Elements beyond the last event become 0. n may be 0, and counts NULL then. Returns the number of events, or a
 * negative errno.
 */
int prec_counters_read(struct prec_counters *counters, struct prec_count *counts, size_t n);

/* Takes the count of an event in one place: on a CPU (tid -1), of a thread (cpu -1), or of a thread on a CPU. */
typedef int prec_counters_take(void *arg, size_t event, int cpu, pid_t tid, const struct prec_count *count);

/*
 * Calls take for each place of each event, with the count that was read last (0 after a reset). If take returns another
 * value than 0, ends and returns that value; otherwise returns 0.
 */
int prec_counters_each(const struct prec_counters *counters, prec_counters_take *take, void *arg);

/*
 * Returns the count of an event for the calling thread, not scaled; UINT64_MAX: it cannot be read. If the processor
 * lets user space read its counters (rdpmc), that takes no system call, see perf_event_open(2); otherwise it is a
 * read(2). The calling thread has to be the one that opened the counters, without `inherit`. If they are those of a
 * process with several threads, it is the count of this thread only.
 */
uint64_t prec_counter_rdpmc(struct prec_counters *counters, size_t event);

/*
 * Returns the descriptor of an event in place number `place`, from 0, for prec/event.h and poll(2); -EINVAL: there is
 * no such place. The counters own it.
 */
int prec_counter_fd(const struct prec_counters *counters, size_t event, size_t place);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

#endif
