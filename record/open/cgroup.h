/*
 * cgroup: a cgroup by its name, as perf_event_open(2) takes it with PERF_FLAG_PID_CGROUP: its directory, opened.
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
 * mounts: the path of a file like /proc/self/mounts. Puts the path of the hierarchy, which has to be shorter than size
 * bytes, into ret_path. False: there is none.
 */
bool cgroup_find_root(const char *mounts, char *ret_path, size_t size);

/* The same of this process. */
bool cgroup_find_own_root(char *ret_path, size_t size);

/* The hierarchy itself, and a cgroup of it: a descriptor, which the caller closes, or a negative errno. */
int cgroup_open_root(struct error *err);
int cgroup_open(const char *name, struct error *err);

#endif
