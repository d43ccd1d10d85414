/*
 * prec/sampler.h: samples of events in a set of processes that changes while they run, or of whatever runs on CPUs or
 * in a cgroup.
 *
 *	static void on_sample(void *arg, const struct prec_sample *sample) { ... }
 *	static void on_exit(void *arg, pid_t pid) { ... }
 *
 *	const struct prec_sampler_options options = { .fields = PREC_ADDR, .period = 100 };
 *	const struct prec_sampler_ops ops = { .sample = on_sample, .exit = on_exit };
 *
 *	prec_sampler_new(&s, "page-faults:u", &options, &err);
 *	prec_sampler_add(s, pid);
 *	while (prec_sampler_poll(s, -1, &ops, NULL) >= 0) // until the last process has ended: -ECHILD
 *		;
 *	prec_sampler_free(s);
 *
 * Or of everything: prec_sampler_set_target(s, &(struct prec_target){ .all_cpus = true }).
 *
 * There is a ring for each CPU and event, however many processes there are, and for each thread a descriptor on each
 * CPU. Threads that a process starts are sampled from their first instruction on.
 *
 * What finds no room in a ring is counted, and reported with the next record that does, or when a poll has nothing else
 * to do; so is when the kernel throttles (prec_sampler_set_throttled). After prec_sampler_remove no sample of the
 * process is handed out any more. When a process ends, its last samples are handed out, then its exit is reported, and
 * it is removed.
 *
 * Threads: one at a time for each sampler. The main thread of the program has to live as long as its samplers.
 */
#ifndef PREC_SAMPLER_H
#define PREC_SAMPLER_H

#include <prec/error.h>
#include <prec/sample.h>
#include <prec/target.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma GCC visibility push(default)

struct prec_sampler;

/*
 * Everything zero: each event of software, tracepoints and breakpoints, 1,000 samples a second of others. An event's
 * own terms come first.
 *
 * A wakeup costs what is sampled some 60 ns for each thread that is sampled on its CPU beside it, since the kernel
 * wakes all that write into a ring. With wakeup_bytes of 0 a ring that fills up wakes, and a timer every 10 ms does for
 * what there is of less. 1: each record wakes, at once.
 *
 * With PREC_PERIOD among the fields, and without a frequency, the kernel samples each event of software, tracepoints
 * and breakpoints whatever the period, but for clocks. Tracepoints that count nanoseconds (sched:sched_stat_*) have
 * PREC_PERIOD always: a sample is of as many as one hit counts.
 */
struct prec_sampler_options {
	uint64_t fields;       /* PREC_*, beside IP, TID, TIME, ID and CPU, which every sample has */
	uint64_t period;       /* events from one sample to the next */
	uint64_t freq;         /* or samples a second */
	size_t ring_bytes;     /* of each ring, rounded up to a power of two; 0: 512 KiB; has room for a sample */
	uint32_t wakeup_bytes; /* that wait in a ring when who polls is woken; 0: none waits longer than 10 ms */
	uint16_t max_stack;    /* addresses of a callchain at most; 0: as the system allows */
	bool by_thread;        /* what is added are threads, each alone; their exits are reported from Linux 6.9 on */
	bool use_clock;        /* times by the clock below, not the kernel's own */
	int clock;             /* as for clock_gettime(2) */
};

/*
 * What a poll hands out; any may be NULL. They may add and remove processes and change the rate, but not free the
 * sampler, or poll (-EBUSY), and have to return: no exception or longjmp(3) may leave them. A sample, and what it
 * points to, is there until the function returns.
 */
struct prec_sampler_ops {
	void (*sample)(void *arg, const struct prec_sample *sample);
	void (*exit)(void *arg, pid_t pid);
	void (*lost)(void *arg, uint64_t n); /* records that found no room, since it was called last */
};

/*
 * A sampler of these events (as of prec record -e) over no process yet. A name with a pattern stands for one event of
 * each tracepoint that it matches. Without permission for the kernel (perf_event_paranoid of 2 and up) events that name
 * no mode are sampled in user space alone, and their names say so (prec_sampler_info). options may be NULL. 0 or a
 * negative errno, with nothing to be freed.
 */
int prec_sampler_new(struct prec_sampler **ret_sampler, const char *events, const struct prec_sampler_options *options,
		     struct prec_error *err);

#define PREC_LOADS  1u
#define PREC_STORES 2u

/*
 * The same of loads and stores (accesses: PREC_LOADS | PREC_STORES) with their addresses, and where the CPU has them
 * sources and latencies: by the event that this CPU has for that. -ENODEV where it has none; the message then says what
 * there is in its place.
 */
int prec_sampler_memory(struct prec_sampler **ret_sampler, unsigned accesses,
			const struct prec_sampler_options *options, struct prec_error *err);

/* sampler may be NULL. */
void prec_sampler_free(struct prec_sampler *sampler);

/*
 * Add a process and take one out. One that is there already, or is not there, is no error. 0 or a negative errno:
 * -ESRCH where there is no such process; then the set is as before.
 */
int prec_sampler_add(struct prec_sampler *sampler, pid_t pid);
int prec_sampler_remove(struct prec_sampler *sampler, pid_t pid);

/* The whole set at once: removes what is not among the n, then adds what is new. Ends at the first error. */
int prec_sampler_update(struct prec_sampler *sampler, const pid_t *pids, size_t n);

/*
 * Samples whatever runs on all CPUs, on some, or in a cgroup on those, in place of processes. target: has all_cpus,
 * cpus or cgroup_fd, which stays the caller's; NULL: not any more. One at a time: the one before is taken out first, so
 * after a failure there is none. It has no exits, and the calling program may be in it.
 *
 * 0 or a negative errno: -EINVAL for a process or thread, -ENODEV for a CPU that is not online, or was not when the
 * sampler was made, -EBADF for a descriptor of no cgroup, -EACCES or -EPERM without permission. -EBUSY while there are
 * processes in the set, and for those that are added later: what they do would be sampled twice.
 */
int prec_sampler_set_target(struct prec_sampler *sampler, const struct prec_target *target);

struct prec_sampler_info {
	const char *name; /* as given, with ":u" where only user space may be sampled; until prec_sampler_free */
	uint64_t fields;  /* PREC_* that its samples have: those of all, and what its own terms ask for */
};

/* How many events there are: those that a pattern stands for are one each. `event` of a sample is below that. */
size_t prec_sampler_events(const struct prec_sampler *sampler);

/*
 * What event number `event` is. The first add or set_target tries what is allowed and what the kernel knows: it may add
 * to the name, which moves then, and take from the fields. 0 or -EINVAL.
 */
int prec_sampler_info(const struct prec_sampler *sampler, size_t event, struct prec_sampler_info *ret_info);

/* How many processes there are. */
size_t prec_sampler_size(const struct prec_sampler *sampler);

/* The reason of the last failure of add, update, set_target or a change of the rate. */
const char *prec_sampler_message(const struct prec_sampler *sampler);

/*
 * Another rate of all events, from now on, in all processes or the target. 0 pauses. 0 or a negative errno. Nothing is
 * missed meanwhile, or sampled twice; but each event counts anew to its period. After a failure the rate is as before.
 */
int prec_sampler_set_period(struct prec_sampler *sampler, uint64_t period);
int prec_sampler_set_freq(struct prec_sampler *sampler, uint64_t freq);

/*
 * Hands out what there is, or waits for something for timeout_ms at most; 0: does not wait, -1: without end. How many
 * samples were handed out, which is 0 also after an exit; or a negative errno: -EINTR, and -ECHILD in place of waiting
 * without end when there is no process in the set and no target.
 */
int prec_sampler_poll(struct prec_sampler *sampler, int timeout_ms, const struct prec_sampler_ops *ops, void *arg);

/*
 * A descriptor that is readable when there is something to poll, for the caller's own epoll; with wakeup_bytes of 0
 * also every 10 ms while something is sampled. It is the sampler's.
 */
int prec_sampler_fd(const struct prec_sampler *sampler);

/*
 * Has each overflow send a signal to a thread, of what is there and of what comes; signal 0: none any more. -ESRCH:
 * there is no such thread, -EINVAL: no such signal; then all stays as it was.
 */
int prec_sampler_set_signal(struct prec_sampler *sampler, int signal, pid_t tid);

/*
 * Records that found no room, so far. From Linux 6.0 on that is all of them: a read(2) of each descriptor says it, also
 * of what no `lost` has been called for yet. Before, it is what the kernel has reported, and so are the calls of
 * `lost`.
 */
uint64_t prec_sampler_lost(const struct prec_sampler *sampler);

/* The kernel has stopped to sample an event of a thread on a CPU, or samples again. */
struct prec_throttling {
	uint64_t time; /* as that of samples */
	uint64_t ns;   /* that nothing was sampled; 0: it stops now */
	uint32_t event, pid, tid, cpu;
};

/*
 * Has each poll say when the kernel stops to sample, and when it goes on: what would be more samples a second than
 * kernel.perf_event_max_sample_rate, it takes none of until its next tick. arg: that of the poll. throttled: NULL: not
 * any more. Where a thread ends meanwhile, nothing says that it goes on.
 */
void prec_sampler_set_throttled(struct prec_sampler *sampler,
				void (*throttled)(void *arg, const struct prec_throttling *throttling));

/* How often that was, so far; *ret_ns, where ret_ns is not NULL: for how long in sum, of what has gone on. */
uint64_t prec_sampler_throttled(const struct prec_sampler *sampler, uint64_t *ret_ns);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

#endif
