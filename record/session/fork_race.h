/*
 * fork_race: finds the tasks that may lack the events of a new rate, because they were forked while these were opened.
 *
 * A child inherits events (perf_event_init_task) long before the kernel reports the fork (perf_event_fork, at the end
 * of copy_process in kernel/fork.c), and the kernel does not tell which events a task has. But a thread forks one
 * child at a time. A round is a drain of all FORK records; a task that may lack the events gets them in the round that
 * reports it:
 *
 *	round 0   reports what was forked before an event was opened
 *	round n   10 gets its events
 *	round n+1 reports 11, 12: forked by 10 before or after that, so they may lack them
 *	later     reports 13, the first since: its fork may have been under way when 10 got its events, so it may
 *	          reports 14: its fork began after that of 13 had ended, so it has inherited
 *
 * Rings are drained one after the other, so a fork that was first by its time may be reported after others: that child
 * may lack them, too. A task that certainly inherited and already forked once needs no more tracking.
 *
 * Ownership: all zero is an empty list; _fini. One thread at a time.
 */
#ifndef PREC_RECORD_SESSION_FORK_RACE_H
#define PREC_RECORD_SESSION_FORK_RACE_H

#include "common/clock_ns.h"
#include "common/hash_table.h"
#include "record/drain/process_tree.h"

/* A task that forks. */
struct rate_forker {
	uint32_t round;     /* the round in which it got the events */
	bool has_inherited; /* certainly, and so do its children */
	bool has_forked;    /* it has forked since */
	uint64_t forked_ns; /* the time of that fork, by the records' clock */
};

struct fork_race {
	struct rate_forker *list;
	uint32_t n, capacity;
	struct u32map by_tid;
	uint32_t round;
};

void fork_race_fini(struct fork_race *f);

/*
 * How long to wait, in nanoseconds, for reports of forks that were under way when the rate changed. Copying a large
 * process takes milliseconds, and more if it waits for memory or a CPU.
 */
#define FORK_RACE_WAIT_NS (2 * NS_PER_S)

struct rate_change {
	struct fork_race forks;
	uint64_t *since;   /* for each event of the set: the change opened ids from this one on; 0: none */
	uint64_t until_ns; /* when the wait ends, by clock_now(); 0: it has ended */
};

void rate_change_fini(struct rate_change *c);

/* Takes a fork reported in this round. 1: the child may lack the events; 0: it has inherited them; or -ENOMEM. */
int fork_race_take(struct fork_race *f, const struct process_tree_fork *fork);

#endif
