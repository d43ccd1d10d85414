/*
 * live_tasks: the processes of a target and those that they have started, as far as they still run: a file that begins
 * in the middle of a recording has to describe them.
 *
 * Memory is bounded by the processes that run at once: those that have ended are forgotten whenever the list has
 * doubled.
 *
 * Ownership: zero is an empty list; _fini. One thread at a time.
 */
#ifndef PREC_RECORD_DRAIN_LIVE_TASKS_H
#define PREC_RECORD_DRAIN_LIVE_TASKS_H

#include "common/u32map.h"

#include <stddef.h>
#include <sys/types.h>

struct live_tasks {
	pid_t *pids; /* each once */
	uint32_t n, capacity;
	struct u32map by_pid;
	uint32_t enough; /* when that many are there, those that have ended are forgotten */
};

void live_tasks_fini(struct live_tasks *t);

/*
 * Takes a record of the machine's byte order. Those of new processes and threads count, and their names, which what was
 * read from /proc has as well. 0 or -ENOMEM.
 */
int live_tasks_take(struct live_tasks *t, const void *record, size_t size);

/* Forgets those that do not run any more. 0 or -ENOMEM. */
int live_tasks_prune(struct live_tasks *t);

#endif
