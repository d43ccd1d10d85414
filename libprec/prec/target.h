/*
 * prec/target.h: says which threads, CPUs or cgroup are counted or sampled.
 */
#ifndef PREC_TARGET_H
#define PREC_TARGET_H

#include <stdbool.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * All zero: the calling thread. Only one of pid, tid and all_cpus may be set. cpus restricts each of them to some CPUs;
 * alone it means everything that runs on these CPUs.
 */
struct prec_target {
	pid_t pid;        /* a process, with all threads that it has when it is opened */
	pid_t tid;        /* a thread */
	bool all_cpus;    /* everything that runs */
	const char *cpus; /* CPU numbers: "0", "0,4-7"; NULL: all */
	int cgroup_fd;    /* a cgroup's folder, open for reading: only what runs in it, on CPUs; 0: no restriction */
	bool inherit;     /* threads and processes that are started later, too */
};

#ifdef __cplusplus
}
#endif

#endif
