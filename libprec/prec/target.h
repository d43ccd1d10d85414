/*
 * prec/target.h: whose events are counted, or sampled.
 */
#ifndef PREC_TARGET_H
#define PREC_TARGET_H

#include <stdbool.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * All zero: the calling thread. pid, tid and all_cpus exclude one another; cpus goes with each, and alone is whatever
 * runs on these CPUs.
 *
 * Of a process all threads that it has when it is opened are counted, and with `inherit` those that they start.
 */
struct prec_target {
	pid_t pid;        /* a process */
	pid_t tid;        /* a thread */
	bool all_cpus;    /* whatever runs */
	const char *cpus; /* CPUs by their numbers, "0" or "0,4-7" */
	int cgroup_fd; /* of a cgroup's folder, open for reading: what runs in it alone, on CPUs; 0: no restriction */
	bool inherit;  /* threads and processes that are started later, too */
};

#ifdef __cplusplus
}
#endif

#endif
