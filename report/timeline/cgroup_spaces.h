/*
 * cgroup_spaces: in which namespace of control groups each thread was at a time, by NAMESPACES records.
 *
 * Like the timeline it is built once, in ascending time, and then asked from any number of threads.
 */
#ifndef PREC_REPORT_TIMELINE_CGROUP_SPACES_H
#define PREC_REPORT_TIMELINE_CGROUP_SPACES_H

#include "common/u32map.h"
#include "formats/record/record.h"

struct cgroup_space {
	uint64_t time; /* since when, for its thread */
	uint64_t device, inode;
};

/* Of one thread: numbers of spaces, ascending in time. */
struct cgroup_thread {
	uint32_t *spaces;
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

/* 0 or -ENOMEM. */
int cgroup_spaces_add(struct cgroup_spaces *s, uint64_t time, const struct record_namespaces *record);

/* 1 + the number of a thread's space in the list; 0: it is not known. */
uint32_t cgroup_spaces_at(const struct cgroup_spaces *s, uint32_t tid, uint64_t time);

#endif
