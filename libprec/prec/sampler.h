/*
 * prec/sampler.h: samples events in processes that can be added and removed at any time, or in everything that runs on
 * CPUs or in a cgroup.
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
 * To sample everything: prec_sampler_set_target(s, &(struct prec_target){ .all_cpus = true }).
 *
 * There is one ring for each CPU and event, however many processes there are, and for each thread one descriptor for
 * each event on each CPU. A thread that a process starts is sampled from its first instruction on.
 *
 * Records that find no room in a ring are counted. The count is reported when the next record finds room, or when a
 * poll has nothing else to do. When a process ends, its last samples are handed out, then its exit is reported, and it
 * is removed. After prec_sampler_remove no sample of the process is handed out.
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
 * How to sample. All zero: every occurrence of software events, tracepoints and breakpoints, and 1,000 samples a second
 * of other events. The terms of an event (cycles/period=5000/) override the options.
 *
 * A wakeup delays the sampled thread, by about 60 ns for each sampled thread whose events use the same ring, since the
 * kernel wakes all events that write into a ring. So with wakeup_bytes 0 a ring wakes only when it fills up, and a
 * timer of 10 ms sees to the other records. With 1 each record wakes at once.
 *
 * If the fields have PREC_PERIOD and there is no frequency, the kernel ignores the period of software events except
 * clocks, of tracepoints and of breakpoints: it samples every occurrence. Tracepoints that count nanoseconds
 * (sched:sched_stat_*) always have PREC_PERIOD: each hit is one sample, and its period is what the hit has counted.
 */
struct prec_sampler_options {
	uint64_t fields;       /* PREC_*; every sample has IP, TID, TIME, ID and CPU anyway */
	uint64_t period;       /* one sample in so many events */
	uint64_t freq;         /* or samples a second */
	size_t ring_bytes;     /* size of each ring, rounded up to a power of two; at least a sample; 0: 512 KiB */
	uint32_t wakeup_bytes; /* a ring with so many bytes wakes the poll; 0: see above */
	uint16_t max_stack;    /* addresses of a callchain at most; 0: as the system allows */
	bool by_thread;        /* add and remove single threads, not processes; exits: from Linux 6.9 on */
	bool use_clock;        /* take times from `clock`; false: the kernel's own clock */
	int clock;             /* as for clock_gettime(2) */
};

/*
 * What a poll calls; each may be NULL. The functions may add and remove processes and change the rate. They must not
 * free the sampler, and a poll from within fails with -EBUSY. They have to return: no exception or longjmp(3) may leave
 * them. A sample, and what it points to, is valid until the function returns.
 */
struct prec_sampler_ops {
	void (*sample)(void *arg, const struct prec_sample *sample);
	void (*exit)(void *arg, pid_t pid);  /* the process has ended, and is removed from the set */
	void (*lost)(void *arg, uint64_t n); /* n records found no room since the last call */
};

/*
 * Makes a sampler, of no process yet. events: named as for prec record -e; a name with a pattern stands for one event
 * of each tracepoint that it matches. If the caller may not sample the kernel (perf_event_paranoid of 2 and more),
 * events without a mode are sampled in user space only, and their names say so (prec_sampler_info). options may be
 * NULL. 0 or a negative errno, with nothing to free.
 */
int prec_sampler_new(struct prec_sampler **ret_sampler, const char *events, const struct prec_sampler_options *options,
		     struct prec_error *err);

#define PREC_LOADS  1u
#define PREC_STORES 2u

/*
 * Makes a sampler of memory accesses, by the events that this CPU has for them. accesses: PREC_LOADS, PREC_STORES or
 * both. Samples have the address, and if the CPU provides them, the source and latency. Returns as above; -ENODEV: the
 * CPU has no such event, and the message says what can be used in its place.
 */
int prec_sampler_memory(struct prec_sampler **ret_sampler, unsigned accesses,
			const struct prec_sampler_options *options, struct prec_error *err);

/* Closes everything and frees the sampler; NULL does nothing. */
void prec_sampler_free(struct prec_sampler *sampler);

/* Begins to sample a process. 0, also if it is in the set already; or a negative errno; -ESRCH: there is none. */
int prec_sampler_add(struct prec_sampler *sampler, pid_t pid);

/* Ends sampling a process. 0, also if it is not in the set; or a negative errno. */
int prec_sampler_remove(struct prec_sampler *sampler, pid_t pid);

/*
 * Makes the set these n processes: removes the others, then adds those that are not in it. 0 or the negative errno of
 * the first failure, where it ends.
 */
int prec_sampler_update(struct prec_sampler *sampler, const pid_t *pids, size_t n);

/*
 * Samples everything that runs on CPUs or in a cgroup, in place of processes. target: has all_cpus, cpus, or cgroup_fd
 * with or without cpus; the caller keeps the descriptor; NULL: ends that. A new target replaces the one before; after a
 * failure there is none. No exits are reported, and the calling program may be sampled, too.
 *
 * 0 or a negative errno; -EINVAL: the target is a process or thread; -ENODEV: a CPU is not online, or was not when the
 * sampler was made; -EBADF: the descriptor is no cgroup's; -EACCES, -EPERM: no permission; -EBUSY: there are processes
 * in the set. While there is a target, to add a process is -EBUSY, too: it would be sampled twice.
 */
int prec_sampler_set_target(struct prec_sampler *sampler, const struct prec_target *target);

struct prec_sampler_info {
	const char *name; /* as given, with ":u" if only user space may be sampled; valid until prec_sampler_free */
	uint64_t fields;  /* PREC_*: what its samples have, by the options and its own terms */
};

/* Returns the number of events; a name with a pattern stands for several. The `event` of a sample is less than that. */
size_t prec_sampler_events(const struct prec_sampler *sampler);

/*
 * Describes event number `event`. The first prec_sampler_add or prec_sampler_set_target finds out what is permitted and
 * what the kernel supports: it may change the name, whose pointer is invalid then, and remove fields. 0; -EINVAL: there
 * is no such number.
 */
int prec_sampler_info(const struct prec_sampler *sampler, size_t event, struct prec_sampler_info *ret_info);

/* Returns the number of processes in the set. */
size_t prec_sampler_size(const struct prec_sampler *sampler);

/* Returns why a call failed last, as a sentence. Valid until the next failure. */
const char *prec_sampler_message(const struct prec_sampler *sampler);

/*
 * Change the rate of all events, now, in all processes or the target: a period, or samples a second; 0 pauses. No
 * occurrence is missed or sampled twice because of it; but each event begins a new period. 0, or a negative errno with
 * the rate as before.
 */
int prec_sampler_set_period(struct prec_sampler *sampler, uint64_t period);
int prec_sampler_set_freq(struct prec_sampler *sampler, uint64_t freq);

/*
 * Hands out what is in the rings; if there is nothing, waits up to timeout_ms; 0: does not wait; -1: waits without a
 * limit. Returns how many samples it has handed out, 0 also after an exit; or a negative errno; -EINTR: a signal came;
 * -ECHILD: it would wait without a limit, but there are no processes in the set and no target.
 */
int prec_sampler_poll(struct prec_sampler *sampler, int timeout_ms, const struct prec_sampler_ops *ops, void *arg);

/*
 * Returns a descriptor for the caller's own poll(2) or epoll(7): it is readable when there is something to poll. With
 * wakeup_bytes 0 it is also readable every 10 ms while something is sampled. The sampler owns it.
 */
int prec_sampler_fd(const struct prec_sampler *sampler);

/*
 * Makes each overflow send a signal to a thread, in all processes, also in those added later; signal 0: no signal any
 * more. 0 or a negative errno; -ESRCH: there is no such thread; -EINVAL: no such signal; both change nothing.
 */
int prec_sampler_set_signal(struct prec_sampler *sampler, int signal, pid_t tid);

/*
 * Returns how many records were lost so far. From Linux 6.0 on it reads the kernel's count of each descriptor, so the
 * sum is complete, and may be more than `lost` has reported so far. Before Linux 6.0 it is what the kernel has reported
 * in the rings, as for `lost`.
 */
uint64_t prec_sampler_lost(const struct prec_sampler *sampler);

/* The kernel stops sampling an event of a thread on a CPU, or goes on. */
struct prec_throttling {
	uint64_t time; /* by the clock of the samples */
	uint64_t ns;   /* it goes on after so many ns; 0: it stops */
	uint32_t event, pid, tid, cpu;
};

/*
 * Makes each poll call throttled, with the arg of the poll, when the kernel stops sampling an event or goes on; NULL:
 * no calls any more. The kernel stops an event until its next tick if there would be more samples a second than
 * kernel.perf_event_max_sample_rate. If the thread ends before that, there is no second call.
 */
void prec_sampler_set_throttled(struct prec_sampler *sampler,
				void (*throttled)(void *arg, const struct prec_throttling *throttling));

/*
 * Returns how often the kernel has stopped sampling so far. *ret_ns, unless ret_ns is NULL: for how many ns in sum,
 * without pauses that have not ended.
 */
uint64_t prec_sampler_throttled(const struct prec_sampler *sampler, uint64_t *ret_ns);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

#endif
