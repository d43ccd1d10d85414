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
#ifndef PREC_LIBPREC_SAMPLER_TASKS_H
#define PREC_LIBPREC_SAMPLER_TASKS_H

#include "common/u32map.h"
#include "record/open/open_walk.h"

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

#endif
