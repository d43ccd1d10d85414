/*
 * thread_states: keeps how many threads run on CPUs, and the cgroup namespace of each thread, over time.
 *
 * Ownership: all zero at first, then _fini. One thread adds, in ascending time; then any number may read.
 */
#ifndef PREC_REPORT_TIMELINE_THREAD_STATES_H
#define PREC_REPORT_TIMELINE_THREAD_STATES_H

#include "common/hash_table.h"
#include "formats/record/record.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * The number of threads that run on CPUs from a time on: by SWITCH records, and by EXIT records, since no SWITCH record
 * says that an ended thread was switched out.
 */
struct running_change {
	uint64_t time;
	int64_t n; /* number of threads from then on; below 0 if records are missing */
};

/* All zero at first. */
struct running {
	struct running_change *list; /* ascending in time */
	uint32_t n, capacity;
};

void running_fini(struct running *r);

/* Adds a switch of a thread, in or out, at a time in ns. 0 or -ENOMEM. */
int running_add(struct running *r, uint64_t time, bool out);

/*
 * Returns the number of running threads, at least 1: no record says that the first one was switched in. As in Linux
 * perf.
 */
uint32_t running_at(const struct running *r, uint64_t time);

/* The cgroup namespace of a thread from a time on, by a NAMESPACES record. */
struct cgroup_space {
	uint64_t time;
	uint64_t device, inode;
};

/* A thread. */
struct cgroup_thread {
	uint32_t *spaces; /* indexes in cgroup_spaces.list, ascending in time */
	uint32_t n, capacity;
};

/* All zero at first. */
struct cgroup_spaces {
	struct cgroup_space *list;
	uint32_t n, capacity;
	struct cgroup_thread *threads;
	uint32_t n_threads, threads_capacity;
	struct u32map by_tid;
};

void cgroup_spaces_fini(struct cgroup_spaces *s);

/* Adds the cgroup namespace of a NAMESPACES record, at a time in ns. 0 or -ENOMEM. */
int cgroup_spaces_add(struct cgroup_spaces *s, uint64_t time, const struct record_namespaces *record);

/* Returns 1 + the index of a thread's cgroup namespace at a time in s->list; 0: unknown. */
uint32_t cgroup_spaces_at(const struct cgroup_spaces *s, uint32_t tid, uint64_t time);

#endif
