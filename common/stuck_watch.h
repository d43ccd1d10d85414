/*
 * stuck_watch: how long another process has done nothing, though it has something to do.
 *
 * Who waits for a file system whose server has died uses no CPU time. Neither does who waits for a CPU, or was stopped,
 * and nothing could be seen while the watching process was itself stopped or without a CPU: none of that counts.
 *
 * Threads: one at a time.
 */
#ifndef PREC_COMMON_STUCK_WATCH_H
#define PREC_COMMON_STUCK_WATCH_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#define STUCK_LOOK_MS 20 /* how often it is looked at */

struct stuck_watch {
	pid_t pid;
	bool has_cpu;
	clockid_t cpu;    /* of the process */
	uint64_t worked;  /* by that */
	uint64_t looked;  /* when, by clock_now */
	uint64_t watched; /* ns, since it began */
	uint64_t idle;    /* ns, up to the last look */
};

void stuck_watch_begin(struct stuck_watch *w, pid_t pid);

/* Looks again. */
void stuck_watch_look(struct stuck_watch *w);

#endif
