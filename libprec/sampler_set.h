/*
 * sampler_set: the members of struct prec_sampler: events, rings and tasks, and the functions that change them.
 *
 *	open_walk  --descriptors-->  tasks     those of each thread on each CPU, or of whole CPUs
 *	                   \-------> rings     one for each CPU and event, which the events of all tasks write into
 *
 * The rings belong to descriptors of their own (descriptor_anchor), so that they outlive any task. Each event has its
 * own rings, so that the ring tells the event of a sample. The id in the sample does not: from Linux 6.2 on, if several
 * descriptors sample the same occurrence of a software event, all get the sample that was made for the first, with that
 * one's id (perf_prepare_sample in kernel/events/core.c).
 *
 * Threads: one at a time.
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
 * sampler_tasks: the processes (or threads) of a sampler and the descriptors of each; or the descriptors of whole CPUs.
 *
 *	tasks --- process 10: thread 10 on CPU 0, 1 ..., thread 11 on CPU 0, 1 ...
 *	      \-- process 20: ...
 *
 * A process may be removed and added again while a ring still has records of it from before. So a task remembers the
 * head of each ring at the time when it was added; records before that are not its own.
 *
 * Ownership: _fini closes everything; all zero is empty. One thread at a time.
 */

struct task_event {
	int fd;
	uint32_t event; /* its number */
	uint32_t ring;  /* the number of the ring that it writes into */
	pid_t tid;
};

#define SAMPLER_CPUS (-1) /* the pid of the task that stands for whole CPUs */

struct sampler_task {
	pid_t pid;       /* 0: the element is free, and has no events */
	int pidfd;       /* readable once the process has ended; -1: CPUs, or a thread before Linux 6.9 */
	uint32_t serial; /* how often the element was taken */
	uint64_t *since; /* for each ring: its head when the task was added */
	struct task_event *events;
	uint32_t n, capacity;
};

struct sampler_tasks {
	struct sampler_task *list;
	uint32_t n, capacity; /* elements, free ones included */
	uint32_t n_used;
	uint32_t free_hint; /* no element before this index is free */
	struct u32map by_pid;
};

void sampler_tasks_fini(struct sampler_tasks *t);

/* Returns the task of a process or of SAMPLER_CPUS; NULL: there is none. */
struct sampler_task *sampler_tasks_find(const struct sampler_tasks *t, pid_t pid);

/*
 * Adds a task, without events, for a process that has none; its `since` has room for n rings. NULL: no memory. The
 * pointer is valid until the next call.
 */
struct sampler_task *sampler_tasks_take(struct sampler_tasks *t, pid_t pid, uint32_t n_rings);

/* Closes all descriptors of a task, and frees its element. */
void sampler_tasks_drop(struct sampler_tasks *t, struct sampler_task *task);

/* Adds an open event. The task takes over the descriptor, unless -ENOMEM is returned. 0 or -ENOMEM. */
int sampler_task_add(struct sampler_task *task, const struct task_event *event);

/* Closes the events from index `from` up to before `to`, and removes them from the list. */
void sampler_task_close(struct sampler_task *task, uint32_t from, uint32_t to);

/* How many records found no room in a ring: see sampler_losses.c. */
struct ring_losses {
	uint64_t recorded; /* by LOST records */
	uint64_t closed;   /* by the kernel's counts of descriptors that were closed since */
	uint64_t counted;  /* `closed`, and what was read last from descriptors that are open */
	uint64_t told;     /* reported to the caller */
	uint64_t given;    /* the ring's tail, as the kernel knows it */
	bool was_full;     /* records may have been lost */
};

/* Events that the kernel has throttled. */
struct sampler_throttles {
	struct u32map by_event; /* the index of `since`, by the low half of the stream id */
	uint64_t *since;        /* the time when the event was throttled; 0: it is not */
	uint32_t n_events, capacity;
	uint64_t n, ns; /* how often, and for how long in sum, of what has ended */
};

struct sampler_ring {
	struct ring ring;
	int fd;
	int cpu;
	uint32_t event;
	struct ring_losses losses;
	uint64_t *skipped; /* positions of duplicate samples, ascending: see sampler_rate.c */
	uint32_t n_skipped, capacity, n_passed;
};

struct sampler_event {
	struct event_layout layout;
	struct prec_sample sample; /* filled for each sample of the event; fields that they do not have stay 0 */
	size_t room;               /* bytes of the largest record of the event and a LOST record before it */
};

struct prec_sampler {
	struct prec_sampler_options options;
	struct event_list list;
	struct target target;
	struct event_set set;
	struct open_walk walk;
	uint32_t n_events;            /* how many of the set's events sample: the first ones */
	struct sampler_event *events; /* one for each of them */
	struct sampler_ring *rings;
	uint32_t n_rings;
	uint8_t *bounce; /* a copy of a record that crosses a ring's end */
	struct sampler_tasks tasks;
	struct target on; /* the target of the task SAMPLER_CPUS, which is then the only one; all zero: processes */
	int epoll;
	int timer;  /* in the epoll; -1: a number of bytes wakes */
	bool ticks; /* the timer runs */
	bool is_paused, is_polling;
	bool by_freq;  /* `rate` is a frequency in Hz, not a period */
	uint64_t rate; /* 0: as the events say */
	int signal;    /* 0: none */
	pid_t signal_tid;
	struct sampler_throttles throttles;
	void (*throttled)(void *arg, const struct prec_throttling *throttling); /* NULL: not wanted */
	uint64_t lost;             /* records that the hardware lost (LOST_SAMPLES); no ring counts them */
	bool has_untold;           /* there may be losses that the caller was not told of */
	uint64_t next_count_ns;    /* when descriptors may be read again to count them; CLOCK_MONOTONIC */
	uint64_t n_loss_reads;     /* how often a descriptor was read before it was closed; for tests */
	uint32_t adding, mark;     /* the index of the task that events are added to, and how many it had */
	pid_t recent_pid;          /* the process of the last record, if its samples are wanted; or SAMPLER_NOBODY */
	struct fork_guard process; /* rarely read; placed after the hot fields */
	struct error err;          /* of the last failure */
};

#define SAMPLER_NOBODY INT32_MIN /* no record's pid: records may have 0 and -1 */

/* True if the sampler has a target in place of processes. */
static inline bool sampler_is_on_cpus(const struct prec_sampler *s)
{
	return s->on.cpus.n;
}

/* The epoll's data of a descriptor: a ring, the timer, or the index and serial of a task. */
#define SAMPLER_RING_DATA         UINT64_MAX
#define SAMPLER_TIMER_DATA        (UINT64_MAX - 1)
#define SAMPLER_TASK_SLOT(data)   ((uint32_t)(data))
#define SAMPLER_TASK_SERIAL(data) ((uint32_t)((data) >> 32))

/* Returns a sampler without events, for sampler_finish; NULL: no memory. */
struct prec_sampler *sampler_make(void);

/*
 * Completes a sampler whose list has the events, and returns it in *ret_sampler. result: a negative errno with *err:
 * the list could not be made. 0 or a negative errno, with the sampler freed and *ret_error filled.
 */
int sampler_finish(struct prec_sampler *s, const struct prec_sampler_options *options, int result, struct error *err,
		   struct prec_sampler **ret_sampler, struct prec_error *ret_error);

/*
 * Makes the events and opens the rings; there are no processes yet. *s is zero but for the list. 0 or a negative errno;
 * the caller calls _fini in both cases.
 */
int sampler_set_init(struct prec_sampler *s, const struct prec_sampler_options *options, struct error *err);
void sampler_set_fini(struct prec_sampler *s);

/* 0; -EPERM, with s->err filled: this process was forked from the one that made the sampler, and has no rings. */
int sampler_set_check_process(struct prec_sampler *s);

/*
 * Disables the events of a task from index `from` up to before `to`. Call before closing them: if a forked child has
 * copies of their descriptors, they would go on sampling.
 */
void sampler_set_disable(const struct sampler_task *task, uint32_t from, uint32_t to);

/*
 * Adds a task for a process that has none, or SAMPLER_CPUS, opens its events and, unless the sampler is paused, enables
 * them. 0 or a negative errno, with nothing added.
 */
int sampler_set_add(struct prec_sampler *s, pid_t pid, struct error *err);

/* Disables and closes the events of a task, keeps what they have lost, and removes the task. */
void sampler_set_drop(struct prec_sampler *s, struct sampler_task *task);

/*
 * Starts the timer if something samples, otherwise stops it. A wakeup for a record is expensive: the kernel wakes all
 * events that write into its ring (ring_buffer_wakeup in kernel/events/core.c), while the sampled process waits. So by
 * default a ring wakes only when it fills up, and the timer sees to the records in rings that do not.
 */
void sampler_set_tick(struct prec_sampler *s);

/* True for a software event that counts occurrences: not a clock, and no tracepoint or breakpoint. */
bool sampler_event_counts_each(const struct event_attr *attr);

/* Opens and maps the rings of the events, the epoll and the timer. 0 or a negative errno. */
int sampler_rings_open(struct prec_sampler *s, struct error *err);

/* Closes all that sampler_rings_open has opened. is_own: false in a forked child, where it is not mapped. */
void sampler_rings_close(struct prec_sampler *s, bool is_own);

/* Adds a descriptor to the epoll. 0 or a negative errno. */
int sampler_set_watch(const struct prec_sampler *s, int fd, uint64_t data);

/*
 * Opens all events of a process or of SAMPLER_CPUS, disabled, and adds them to the task with the index s->adding. 0 or
 * a negative errno.
 */
int sampler_set_open(struct prec_sampler *s, pid_t pid, struct error *err);

/* Enables the events of a task from index `from` on. 0 or a negative errno. */
int sampler_set_enable(const struct sampler_task *task, uint32_t from, struct error *err);

/* Notes whether the ring was full. Call before the new tail is given to the kernel, when the ring is at its fullest. */
void sampler_losses_look(struct prec_sampler *s, struct sampler_ring *ring);

/* Counts the n records of a LOST record. Returns how many of them the caller has to be told of: the others he knows. */
uint64_t sampler_losses_record(struct ring_losses *losses, uint64_t n);

/*
 * Reads how many records the first n events of a task have lost, if their rings were full. Call before closing them;
 * they are disabled, so that nothing is lost after that.
 */
void sampler_losses_keep(struct prec_sampler *s, const struct sampler_task *task, uint32_t n);

/*
 * Returns how many lost records the caller has to be told of now. That takes a read(2) of each descriptor. So it does
 * this only if no task is left, or if there is nothing else to do (is_idle) and enough time has passed since the last
 * reading; otherwise it returns 0.
 */
uint64_t sampler_losses_take(struct prec_sampler *s, bool is_idle);

/* Returns the ms until sampler_losses_take may read descriptors again; -1: there is nothing to find out. */
int sampler_losses_wait(const struct prec_sampler *s);

/* Reads all descriptors, and returns how many records were lost in all, reported or not. */
uint64_t sampler_losses_all(const struct prec_sampler *s);

/*
 * Counts a THROTTLE or UNTHROTTLE record of a ring. False: it is damaged, or the end of a pause whose begin is not
 * known; otherwise *ret_throttling is filled.
 */
bool sampler_throttles_take(struct prec_sampler *s, uint32_t ring, const uint8_t *record, uint16_t size,
			    struct prec_throttling *ret_throttling);
void sampler_throttles_fini(struct sampler_throttles *t);

/*
 * Changes the rate of all events. rate: a frequency in Hz (by_freq) or a period; 0: pauses. 0 or a negative errno;
 * then the rate is as before, as far as it can be restored.
 */
int sampler_set_rate(struct prec_sampler *s, uint64_t rate, bool by_freq, struct error *err);

#endif
