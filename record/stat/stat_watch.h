/*
 * stat_watch: waits for what a run of counting reacts to: signals, lines of a control channel, the end of the counted
 * threads, and a time.
 *
 * Ownership: _init/_fini; descriptors and target are borrowed. One thread at a time.
 */
#ifndef PREC_RECORD_STAT_STAT_WATCH_H
#define PREC_RECORD_STAT_STAT_WATCH_H

#include "common/error.h"
#include "record/open/target.h"

#include <stdint.h>

/* Bits that stat_watch_wait returns; 0: the time has come. */
#define STAT_WOKE_SIGNAL  1
#define STAT_WOKE_CONTROL 2
#define STAT_WOKE_ENDED   4 /* none of the target's processes or threads is left; reported once */

#define STAT_WATCH_FOREVER UINT64_MAX

struct stat_watch {
	int epoll_fd;
	int signal_fd, control_fd;
	const pid_t *ids; /* the targets whose end it waits for */
	int *end_fds;     /* a pidfd of each; -1: it has ended, or has none */
	size_t n_ids, n_left;
	bool is_over;  /* none is left, and that was reported */
	bool is_asked; /* this kernel has no pidfds of threads: they are polled */
};

/* Sets up *w. control_fd: -1: none. 0 or a negative errno, with nothing to free. */
int stat_watch_init(struct stat_watch *w, const struct target *target, int signal_fd, int control_fd,
		    struct error *err);
void stat_watch_fini(struct stat_watch *w);

/* Stops watching the control channel. */
void stat_watch_forget_control(struct stat_watch *w);

/* Waits until a time of CLOCK_MONOTONIC in ns, or STAT_WATCH_FOREVER. Returns the bits or a negative errno. */
int stat_watch_wait(struct stat_watch *w, uint64_t until, struct error *err);

#endif
