/*
 * tracepoint: finds tracefs and lists its tracepoints.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_PMU_TRACEPOINT_H
#define PREC_RECORD_PMU_TRACEPOINT_H

#include "common/error.h"

#define TRACEFS_PATH_MAX 256

/*
 * Writes the folder of tracefs (TRACEFS_PATH_MAX bytes), by PROC_ROOT/mounts (NULL: "/proc"): a tracefs, or "tracing"
 * in a debugfs. 0; -ENOENT: none is mounted (the message has the mount command); -EACCES: this user may not enter it.
 */
int tracefs_find(char *ret_path, const char *proc_root, struct error *err);

/*
 * Calls found for each event with an id that the two globs (fnmatch(3)) match, systems and events in alphabetical
 * order. Stops at the first result other than 0, and returns it. 0; -ENOENT: nothing matches; -EACCES.
 */
int tracepoint_each(const char *tracefs, const char *system_glob, const char *name_glob,
		    int (*found)(void *context, const char *system, const char *name, uint64_t id), void *context,
		    struct error *err);

#endif
