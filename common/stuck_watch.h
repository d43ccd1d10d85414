/*
 * stuck_watch: measures how long another process has been stuck: it uses no CPU time, because it waits for a file
 * system whose server has died.
 *
 * Time does not count while that process waits for a CPU or is stopped, or while the watching process itself did not
 * run.
 *
 * Threads: one at a time.
 */
#ifndef PREC_COMMON_STUCK_WATCH_H
#define PREC_COMMON_STUCK_WATCH_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#define STUCK_LOOK_MS 20 /* ms from one stuck_watch_look to the next */

struct stuck_watch {
	pid_t pid;
	bool has_cpu;     /* `cpu` is set */
	clockid_t cpu;    /* the CPU-time clock of the process */
	uint64_t worked;  /* its time at the last look */
	uint64_t looked;  /* when the last look was, by clock_now() */
	uint64_t watched; /* ns since stuck_watch_begin, as far as they count */
	uint64_t idle;    /* ns for which it has been stuck, up to the last look */
};

/* Begins to watch a process. */
void stuck_watch_begin(struct stuck_watch *w, pid_t pid);

/* Looks at the process, and updates `watched` and `idle`. Call it every STUCK_LOOK_MS. */
void stuck_watch_look(struct stuck_watch *w);

#endif
