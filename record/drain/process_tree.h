/*
 * process_tree: tells for which process that the user named another one is recorded: the one that started it, by FORK
 * records.
 *
 *	-p 10 ------------ forks 11 ---- forks 12        10, 11 and 12 have the owner 10
 *	attach 20 -------- forks 21                      20 and 21 have the owner 20, until 20 is detached
 *
 * Only a thread with events has FORK records, so every process that forks here is recorded.
 *
 * Memory is bounded by the processes that run at once: ended ones are forgotten whenever the list has doubled.
 *
 * Ownership: all zero is an empty tree; _fini. One thread at a time.
 */
#ifndef PREC_RECORD_DRAIN_PROCESS_TREE_H
#define PREC_RECORD_DRAIN_PROCESS_TREE_H

#include "common/hash_table.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct process_tree_process {
	pid_t pid, owner; /* owner 0: no longer recorded */
	pid_t parent;     /* 0: the user named it */
};

/* A new process or thread, by a FORK record. */
struct process_tree_fork {
	pid_t pid, tid;
	pid_t forker;  /* thread */
	uint64_t time; /* of the record */
};

struct process_tree {
	struct process_tree_process *list; /* each process once */
	uint32_t n, capacity;
	struct u32map by_pid;
	uint32_t enough;                 /* the number at which ended ones are forgotten */
	struct process_tree_fork *forks; /* the forks since process_tree_note_forks */
	uint32_t n_forks, forks_capacity;
	bool notes_forks;
};

void process_tree_fini(struct process_tree *l);

/* Adds a process that the user named: it is its own owner. 0 or -ENOMEM. */
int process_tree_add(struct process_tree *l, pid_t pid);

/* Takes a record in the machine's byte order; uses FORK and EXIT. 0 or -ENOMEM. */
int process_tree_take(struct process_tree *l, const void *record, size_t size);

/* Starts or stops collecting forks in `forks`. */
void process_tree_note_forks(struct process_tree *l, bool on);

/* Returns the named process, or named thread, for which this process is recorded; 0: for none. */
pid_t process_tree_owner(const struct process_tree *l, pid_t pid);

/*
 * Finds the owners of processes whose FORK record came before their parent's: rings are drained one after the other.
 */
void process_tree_resolve(struct process_tree *l);

/* Returns the parent; 0: the user named the process, or it is not known. */
pid_t process_tree_parent(const struct process_tree *l, pid_t pid);

/* Lists the processes of an owner; the caller frees *ret_pids. 0 or -ENOMEM. */
int process_tree_of(const struct process_tree *l, pid_t owner, pid_t **ret_pids, size_t *ret_n);

/* Ends the recording of an owner and its processes. */
void process_tree_forget(struct process_tree *l, pid_t owner);

#endif
