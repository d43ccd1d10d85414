/*
 * cgroup: opens the directory of a cgroup by its name, as perf_event_open(2) takes it with PERF_FLAG_PID_CGROUP.
 *
 * Names are paths below the hierarchy that has the controller perf_event: one of version 1 where it is mounted, else
 * that of version 2, where the controller is always on.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_OPEN_CGROUP_H
#define PREC_RECORD_OPEN_CGROUP_H

#include "common/error.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * Finds the path of the hierarchy in `mounts`, the path of a file like /proc/self/mounts. False: there is none, or its
 * path does not fit into `size` bytes.
 */
bool cgroup_find_root(const char *mounts, char *ret_path, size_t size);

/* Does so with the mounts of this process. */
bool cgroup_find_own_root(char *ret_path, size_t size);

/* Open the hierarchy, or a cgroup of it. Return a descriptor, which the caller closes, or a negative errno. */
int cgroup_open_root(struct error *err);
int cgroup_open(const char *name, struct error *err);

#endif
