/*
 * process tree: which processes are recorded because a process that is recorded has started them, as FORK records say.
 *
 *	-p 10 ------------ forks 11 ---- forks 12        10, 11 and 12 have the owner 10
 *	attach 20 -------- forks 21                      20 and 21 have the owner 20, until 20 is detached
 *
 * Only threads that have events bring FORK records, so whoever forks is recorded.
 *
 * Memory is bounded by the processes that run at once: those that have ended are forgotten whenever the list has
 * doubled.
 *
 * Ownership: zero is an empty process tree; _fini. One thread at a time.
 */
#ifndef PREC_RECORD_DRAIN_PROCESS_TREE_H
#define PREC_RECORD_DRAIN_PROCESS_TREE_H

#include "common/u32map.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct process_tree_process {
	pid_t pid, owner; /* owner 0: it is not recorded any more */
	pid_t parent;     /* 0: it was asked for */
};

/* A new process or thread. */
struct process_tree_fork {
	pid_t pid, tid;
	pid_t forker;  /* thread */
	uint64_t time; /* of the record */
};

struct process_tree {
	struct process_tree_process *list; /* each process once */
	uint32_t n, capacity;
	struct u32map by_pid;
	uint32_t enough;                 /* when that many are there, those that have ended are forgotten */
	struct process_tree_fork *forks; /* what was reported since process_tree_note_forks */
	uint32_t n_forks, forks_capacity;
	bool notes_forks;
};

void process_tree_fini(struct process_tree *l);

/* A process that was asked for, and is its own owner. 0 or -ENOMEM. */
int process_tree_add(struct process_tree *l, pid_t pid);

/* Takes a record of the machine's byte order. Those of new processes, and of ends, count. 0 or -ENOMEM. */
int process_tree_take(struct process_tree *l, const void *record, size_t size);

/* From now on `forks` has what is reported, or nothing. */
void process_tree_note_forks(struct process_tree *l, bool on);

/* The process (of threads that were asked for: the thread) by which this one is recorded. 0: by none. */
pid_t process_tree_owner(const struct process_tree *l, pid_t pid);

/*
 * Gives its owner to what came before its parent did: rings of several CPUs are drained one after the other.
 */
void process_tree_settle(struct process_tree *l);

/* The process that has started this one. 0: it was asked for, or is not known. */
pid_t process_tree_parent(const struct process_tree *l, pid_t pid);

/* The processes of an owner; *ret_pids: malloc'ed. 0 or -ENOMEM. */
int process_tree_of(const struct process_tree *l, pid_t owner, pid_t **ret_pids, size_t *ret_n);

/* The owner is not recorded any more, and neither are its processes. */
void process_tree_forget(struct process_tree *l, pid_t owner);

#endif
