/*
 * sampler_set: the inside of a struct prec_sampler: events, rings and tasks, and what changes them.
 *
 *	open_walk  --descriptors-->  tasks     of each thread on each CPU, or of CPUs
 *	                   \-------> rings     one a CPU and event, into which those of all tasks write
 *
 * The rings have descriptors of their own (descriptor_anchor), so that any task may go. Each event has its own, since
 * the id in a sample may be that of another program's event: from Linux 6.2 on, when several sample one happening of a
 * software event, each gets the sample that was made for the first (perf_prepare_sample in kernel/events/core.c).
 *
 * Threads: as of the sampler.
 */
#ifndef PREC_LIBPREC_SAMPLER_SET_H
#define PREC_LIBPREC_SAMPLER_SET_H

#include "common/hash_table.h"
#include "formats/record/event.h"
#include "libprec/fork_guard.h"
#include "record/open/open_walk.h"
#include "record/sampler/ring.h"

#include <prec/sampler.h>

/*
 * sampler_tasks: the processes (or threads) of a sampler, and what is open for each; or what is open for whole CPUs.
 *
 *	tasks --- process 10: thread 10 on CPU 0, 1 ..., thread 11 on CPU 0, 1 ...
 *	      \-- process 20: ...
 *
 * A process may be taken out and added again while a ring has records of it from before: what lies in a ring before the
 * place where it was when the task was added is not the task's.
 *
 * Ownership: _init/_fini, which closes everything. One thread at a time.
 */

struct task_event {
	int fd;
	uint32_t event;
	uint32_t ring; /* into which it writes */
	pid_t tid;
};

#define SAMPLER_CPUS (-1) /* in place of a process: whatever runs on CPUs */

struct sampler_task {
	pid_t pid;       /* 0: the place is free, and has no events */
	int pidfd;       /* readable once it has ended; -1: the kernel has none for threads (before Linux 6.9) */
	uint32_t serial; /* of the place: how often it was taken */
	uint64_t *since; /* of each ring: its head when the task was added */
	struct task_event *events;
	uint32_t n, capacity;
};

struct sampler_tasks {
	struct sampler_task *list;
	uint32_t n, capacity; /* places */
	uint32_t n_used;
	uint32_t free_hint; /* no place before it is free */
	struct u32map by_pid;
};

void sampler_tasks_fini(struct sampler_tasks *t);

/* The task of a process or of SAMPLER_CPUS, or NULL. */
struct sampler_task *sampler_tasks_find(const struct sampler_tasks *t, pid_t pid);

/* Takes a place for a process that is not there, with room for the heads of n rings. NULL without memory. */
struct sampler_task *sampler_tasks_take(struct sampler_tasks *t, pid_t pid, uint32_t n_rings);

/* Closes all of a task, whose place is free then. */
void sampler_tasks_drop(struct sampler_tasks *t, struct sampler_task *task);

/* Adds what was opened; the descriptor is the task's from then on. 0 or -ENOMEM. */
int sampler_task_add(struct sampler_task *task, const struct task_event *event);

/* Closes the events from number `from` to before `to`, and takes them off the list. */
void sampler_task_close(struct sampler_task *task, uint32_t from, uint32_t to);

/* What found no room in a ring, in records: see sampler_losses.c. */
struct ring_losses {
	uint64_t recorded; /* by LOST records */
	uint64_t closed;   /* read from descriptors before they were closed */
	uint64_t counted;  /* these, and what was read last from those that are open */
	uint64_t told;     /* to the caller */
	uint64_t given;    /* the tail that the kernel has */
	bool was_full;     /* so that it may have lost some */
};

/* Events that the kernel has paused. */
struct sampler_throttles {
	struct u32map by_event; /* by the low half of the stream's id */
	uint64_t *since;        /* 0: not now */
	uint32_t n_events, capacity;
	uint64_t n, ns; /* pauses, and those that have ended in sum */
};

struct sampler_ring {
	struct ring ring;
	int fd;
	int cpu;
	uint32_t event;
	struct ring_losses losses;
	uint64_t *skipped; /* places of records that are too much, in order: see sampler_rate.c */
	uint32_t n_skipped, capacity, n_passed;
};

/* What an event's samples are taken apart by, and into. */
struct sampler_event {
	struct event_layout layout;
	struct prec_sample sample; /* fields that it does not have are 0 */
	size_t room;               /* that a record of it takes at most, with one of losses before it */
};

struct prec_sampler {
	struct prec_sampler_options options;
	struct event_list list;
	struct target target;
	struct event_set set;
	struct open_walk walk;
	uint32_t n_events;            /* that sample */
	struct sampler_event *events; /* beside those of the set */
	struct sampler_ring *rings;
	uint32_t n_rings;
	uint8_t *bounce; /* a record that lies over a ring's end */
	struct sampler_tasks tasks;
	struct target on; /* of the task SAMPLER_CPUS, which is then the only one; else all zero */
	int epoll;
	int timer; /* in the epoll; -1: a number of bytes wakes */
	bool ticks;
	bool is_paused, is_polling;
	bool by_freq;  /* what `rate` is */
	uint64_t rate; /* 0: as the events say */
	int signal;
	pid_t signal_tid;
	struct sampler_throttles throttles;
	void (*throttled)(void *arg, const struct prec_throttling *throttling); /* or NULL */
	uint64_t lost;             /* by the hardware, which no ring has a count of */
	bool has_untold;           /* a ring was full, or what was closed has lost records, which may be news */
	uint64_t next_count_ns;    /* when descriptors may be read for that, by CLOCK_MONOTONIC */
	uint64_t n_loss_reads;     /* of descriptors that were to be closed, for tests */
	uint32_t adding, mark;     /* a place of the tasks, and how many events it had */
	pid_t recent_pid;          /* of the record that was read last, whose samples are wanted, or SAMPLER_NOBODY */
	struct fork_guard process; /* not asked for each record: it stands after what is */
	struct error err;          /* of the last failure */
};

#define SAMPLER_NOBODY INT32_MIN /* records have 0 and -1, too */

/* Whether it is over CPUs, not processes. */
static inline bool sampler_is_on_cpus(const struct prec_sampler *s)
{
	return s->on.cpus.n;
}

/* What the descriptor in the epoll is: a ring, the timer, or the place and serial of a task. */
#define SAMPLER_RING_DATA         UINT64_MAX
#define SAMPLER_TIMER_DATA        (UINT64_MAX - 1)
#define SAMPLER_TASK_PLACE(data)  ((uint32_t)(data))
#define SAMPLER_TASK_SERIAL(data) ((uint32_t)((data) >> 32))

/* One without events, for sampler_finish. NULL without memory. */
struct prec_sampler *sampler_make(void);

/* Makes it a sampler of the events in its list, or frees it. result: of making the list, with its message in err. */
int sampler_finish(struct prec_sampler *s, const struct prec_sampler_options *options, int result, struct error *err,
		   struct prec_sampler **ret_sampler, struct prec_error *ret_error);

/* Opens what is there without any process. Everything zero before; _fini also after failure. 0 or a negative errno. */
int sampler_set_init(struct prec_sampler *s, const struct prec_sampler_options *options, struct error *err);
void sampler_set_fini(struct prec_sampler *s);

/* 0, or -EPERM in a child that was forked since: it has neither the rings nor events of its own. */
int sampler_set_check_process(struct prec_sampler *s);

/*
 * Disables events of a task that are to be closed: where a forked child has copies of their descriptors they would
 * sample on.
 */
void sampler_set_disable(const struct sampler_task *task, uint32_t from, uint32_t to);

/* Opens everything for a process that is not there, or for SAMPLER_CPUS. */
int sampler_set_add(struct prec_sampler *s, pid_t pid, struct error *err);
void sampler_set_drop(struct prec_sampler *s, struct sampler_task *task);

/*
 * Has the timer run while something samples. With each wakeup for a record the kernel wakes all events that write into
 * its ring (ring_buffer_wakeup in kernel/events/core.c), in the time of the process that is sampled. So by default only
 * a ring that fills up wakes, and the timer does for the rest.
 */
void sampler_set_tick(struct prec_sampler *s);

/* An event of software that happens now and then: no clock, and no tracepoint or breakpoint. */
bool sampler_event_counts_each(const struct event_attr *attr);

/* Opens and maps the rings of events that are known, and what wakes who polls. 0 or a negative errno. */
int sampler_rings_open(struct prec_sampler *s, struct error *err);

/* Closes all that. is_own: this process has made them. */
void sampler_rings_close(struct prec_sampler *s, bool is_own);

/* Has the epoll watch a descriptor. 0 or a negative errno. */
int sampler_set_watch(const struct prec_sampler *s, int fd, uint64_t data);

/*
 * Opens all events of a process or of SAMPLER_CPUS, disabled, for the task that is being added to (s->adding). 0 or a
 * negative errno.
 */
int sampler_set_open(struct prec_sampler *s, pid_t pid, struct error *err);

/* Enables the events of a task from number `from` on. 0 or a negative errno. */
int sampler_set_enable(const struct sampler_task *task, uint32_t from, struct error *err);

/*
 * To be called before room in a ring is given back, which is then the ring's tail: whether it was full is seen there.
 */
void sampler_losses_look(struct prec_sampler *s, struct sampler_ring *ring);

/* A LOST record of n more: how many of them the caller has not been told of, which he is to be now. */
uint64_t sampler_losses_record(struct ring_losses *losses, uint64_t n);

/*
 * Reads what the first n events of a task have lost, which are to be closed, where their rings were full. They are
 * disabled before, so that nothing is lost after it was read.
 */
void sampler_losses_keep(struct prec_sampler *s, const struct sampler_task *task, uint32_t n);

/*
 * How many were lost in all that the caller has not been told of, which he is to be now. For that each descriptor is
 * read, so 0 until nothing is open any more, or nothing else is to be done (is_idle) and not much time went into it.
 */
uint64_t sampler_losses_take(struct prec_sampler *s, bool is_idle);

/* After how many milliseconds losses may be taken that may be there; -1: there are none. */
int sampler_losses_wait(const struct prec_sampler *s);

/* How many were lost in all, told or not. */
uint64_t sampler_losses_all(const struct prec_sampler *s);

/* Counts what a record THROTTLE or UNTHROTTLE of a ring says. Whether it says anything. */
bool sampler_throttles_take(struct prec_sampler *s, uint32_t ring, const uint8_t *record, uint16_t size,
			    struct prec_throttling *ret_throttling);
void sampler_throttles_fini(struct sampler_throttles *t);

/* rate: 0 pauses. 0 or a negative errno: the first failure ends it. */
int sampler_set_rate(struct prec_sampler *s, uint64_t rate, bool by_freq, struct error *err);

#endif
