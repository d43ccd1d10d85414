/*
 * fork_race: which tasks may lack the events that a change of the rate has opened, since they were forked about then.
 *
 * The kernel has a child inherit (perf_event_init_task) long before it reports the fork (perf_event_fork, at the end of
 * copy_process in kernel/fork.c), and says of no task which events it has. But a thread has one fork under way at a
 * time. Rounds are drains of all FORK records, and what may lack the events is opened in the round that reports it:
 *
 *	round 0   what was forked before anything was opened
 *	round n   10 gets its events
 *	round n+1 reports 11, 12: forked by 10 before or after that, so they may lack them
 *	later     reports 13, the first since: its fork may have been under way when 10 got its events, so it may
 *	          reports 14: its fork began after that of 13 had ended, so it has inherited
 *
 * Rings are drained one after the other, so the first fork by its time may be reported after others: it may lack them,
 * too. Who passes on for sure what he has himself inherited for sure is followed no further.
 *
 * Ownership: zero knows no tasks; _fini. One thread at a time.
 */
#ifndef PREC_RECORD_SESSION_FORK_RACE_H
#define PREC_RECORD_SESSION_FORK_RACE_H

#include "common/clock_ns.h"
#include "common/u32map.h"
#include "record/drain/process_tree.h"

/* One that forks. */
struct rate_forker {
	uint32_t round;     /* in which it got the events */
	bool has_inherited; /* for sure, and so does whoever it forks */
	bool has_forked;    /* it has forked since */
	uint64_t forked_ns; /* then, by the records' clock */
};

struct fork_race {
	struct rate_forker *list;
	uint32_t n, capacity;
	struct u32map by_tid;
	uint32_t round;
};

void fork_race_fini(struct fork_race *f);

/*
 * Forks that were under way at a change may be reported after it, and are waited for this long, in nanoseconds: the
 * copy of a large process takes milliseconds, more where it has to wait for memory or a CPU.
 */
#define FORK_RACE_WAIT_NS (2 * NS_PER_S)

struct rate_change {
	struct fork_race forks;
	uint64_t
		*since; /* of each event of the set: what a change has opened has this id or a higher one; 0: nothing */
	uint64_t until_ns; /* by clock_now(); 0: no more forks are waited for */
};

void rate_change_fini(struct rate_change *c);

/* A task that was reported in this round. 1: it may lack the events; 0: it has inherited them; or -ENOMEM. */
int fork_race_take(struct fork_race *f, const struct process_tree_fork *fork);

#endif
