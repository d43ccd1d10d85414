/*
 * tracepoint: where tracefs is mounted, and which tracepoints it has.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_PMU_TRACEPOINT_H
#define PREC_RECORD_PMU_TRACEPOINT_H

#include "common/error.h"

#define TRACEFS_PATH_MAX 256

/*
 * Writes the folder of tracefs (TRACEFS_PATH_MAX bytes) found in PROC_ROOT/mounts (NULL: "/proc"): a tracefs, or
 * "tracing" of a debugfs. 0, -ENOENT when none is mounted (the message has the mount command), -EACCES when this user
 * may not enter it.
 */
int tracefs_find(char *ret_path, const char *proc_root, struct error *err);

/*
 * Calls found for each event that the two glob patterns (fnmatch) match and that has an id, systems and events in
 * alphabetical order. Ends with found's result when that is not 0. -ENOENT when nothing matches, -EACCES.
 */
int tracepoint_each(const char *tracefs, const char *system_glob, const char *name_glob,
		    int (*found)(void *context, const char *system, const char *name, uint64_t id), void *context,
		    struct error *err);

#endif
