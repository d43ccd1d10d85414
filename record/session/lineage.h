/*
 * lineage: which processes are recorded because a process that is recorded has started them, as FORK records say.
 *
 *	-p 10 ------------ forks 11 ---- forks 12        10, 11 and 12 have the owner 10
 *	attach 20 -------- forks 21                      20 and 21 have the owner 20, until 20 is detached
 *
 * Only threads that have events bring FORK records, so whoever forks is recorded.
 *
 * Memory is bounded by the processes that run at once: those that have ended are forgotten whenever the list has
 * doubled.
 *
 * Ownership: zero is an empty lineage; _fini. One thread at a time.
 */
#ifndef PREC_RECORD_SESSION_LINEAGE_H
#define PREC_RECORD_SESSION_LINEAGE_H

#include "common/u32map.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct lineage_process {
	pid_t pid, owner; /* owner 0: it is not recorded any more */
	pid_t parent;     /* 0: it was asked for */
};

/* A new process or thread. */
struct lineage_fork {
	pid_t pid, tid;
	pid_t forker;  /* thread */
	uint64_t time; /* of the record */
};

struct lineage {
	struct lineage_process *list; /* each process once */
	uint32_t n, capacity;
	struct u32map by_pid;
	uint32_t enough;            /* when that many are there, those that have ended are forgotten */
	struct lineage_fork *forks; /* what was reported since lineage_note_forks */
	uint32_t n_forks, forks_capacity;
	bool notes_forks;
};

void lineage_fini(struct lineage *l);

/* A process that was asked for, and is its own owner. 0 or -ENOMEM. */
int lineage_add(struct lineage *l, pid_t pid);

/* Takes a record of the machine's byte order. Those of new processes, and of ends, count. 0 or -ENOMEM. */
int lineage_take(struct lineage *l, const void *record, size_t size);

/* From now on `forks` has what is reported, or nothing. */
void lineage_note_forks(struct lineage *l, bool on);

/* The process (of threads that were asked for: the thread) by which this one is recorded. 0: by none. */
pid_t lineage_owner(const struct lineage *l, pid_t pid);

/*
 * Gives its owner to what came before its parent did: rings of several CPUs are drained one after the other.
 */
void lineage_settle(struct lineage *l);

/* The process that has started this one. 0: it was asked for, or is not known. */
pid_t lineage_parent(const struct lineage *l, pid_t pid);

/* The processes of an owner; *ret_pids: malloc'ed. 0 or -ENOMEM. */
int lineage_of(const struct lineage *l, pid_t owner, pid_t **ret_pids, size_t *ret_n);

/* The owner is not recorded any more, and neither are its processes. */
void lineage_forget(struct lineage *l, pid_t owner);

#endif
