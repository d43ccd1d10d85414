/*
 * prec/counters.h: counts of events: how often they happened, for a thread, a process, a cgroup or on CPUs.
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
 * Events are named as with `prec stat -e`, see prec-list(1), but for those that prec stat counts itself: duration_time,
 * user_time and system_time. Those in braces are a group: they are on the PMU together or not at all, and are read in
 * one read(2), so that their counts are of the same moment. More events than the PMU has counters take turns; `scaled`
 * is what would most likely have been counted all the time.
 *
 * An event that the machine does not have is no error, as long as there is one that it has: it is never counted, and
 * prec_counters_info says so. A breakpoint that the kernel does not take is one: -EINVAL. A forked child enables,
 * disables and resets the counters of its parent.
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
	uint64_t enabled; /* ns for which it was wanted, in all threads or on all CPUs together */
	uint64_t running; /* ns for which it was counted */
	uint64_t scaled;  /* value * enabled / running of each thread or CPU, summed; where it never ran, 0 */
};

struct prec_counter_info {
	const char *name;  /* as given, with ":u" where only user space may be counted; until prec_counters_close */
	const char *unit;  /* of value * scale: "Joules"; "" for plain counts */
	double scale;      /* 1 for plain counts */
	bool is_supported; /* the machine has it */
	size_t leader;     /* the first event of its group, or itself */
	size_t n;          /* in how many places it is counted: threads or CPUs */
};

/*
 * Opens the events, disabled. Without permission for the kernel (perf_event_paranoid of 2 and up) events that name no
 * mode are counted in user space alone, and their names say so. 0 or a negative errno, with nothing to be closed.
 */
int prec_counters_open(struct prec_counters **ret_counters, const char *events, const struct prec_target *target,
		       struct prec_error *err);

/* counters may be NULL. */
void prec_counters_close(struct prec_counters *counters);

/* How many events there are: those that a pattern stands for are one each. */
size_t prec_counters_size(const struct prec_counters *counters);

/* What event number `event` is. 0 or -EINVAL. */
int prec_counters_info(const struct prec_counters *counters, size_t event, struct prec_counter_info *ret_info);

/* Start to count and stop, all events. 0 or a negative errno. */
int prec_counters_enable(struct prec_counters *counters);
int prec_counters_disable(struct prec_counters *counters);

/*
 * Sets the counts to 0, all events, and the times with them, so that `scaled` is right from then on; also what has been
 * counted of threads and processes that were inherited and have ended. A group is reset at one moment. Whether events
 * count stays as it is. 0 or a negative errno.
 */
int prec_counters_reset(struct prec_counters *counters);

/*
 * Reads all events, the group of each in one read(2): the first n into counts, each summed over its threads and CPUs.
 * Elements beyond the last event become 0; with n 0 counts may be NULL. The number of events, or a negative errno.
 */
int prec_counters_read(struct prec_counters *counters, struct prec_count *counts, size_t n);

/*
 * The counts as they were read last, 0 after a reset, of each event in each place: on a CPU (tid -1), of a thread (cpu
 * -1), or of a thread on a CPU. Ends when take returns another value than 0, and returns that.
 */
typedef int prec_counters_take(void *arg, size_t event, int cpu, pid_t tid, const struct prec_count *count);
int prec_counters_each(const struct prec_counters *counters, prec_counters_take *take, void *arg);

/*
 * The count of an event of the calling thread, now, without a system call where the processor lets user space read its
 * counters (rdpmc): by the page that the kernel shares, see perf_event_open(2). Else by read(2). Not scaled.
 * UINT64_MAX where it cannot be read. The counters are to be opened by the thread itself, and not to be inherited; of a
 * process with several threads it is this thread's count.
 */
uint64_t prec_counter_rdpmc(struct prec_counters *counters, size_t event);

/*
 * The descriptor of an event in place number `place` (0 is the first), for prec/event.h and poll(2); it belongs to the
 * counters. -EINVAL where there is none.
 */
int prec_counter_fd(const struct prec_counters *counters, size_t event, size_t place);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

#endif
