/*
 * process_files: opens the JIT files of a running process in a container: its /tmp/perf-PID.map, where PID is that of
 * the container's namespace, and its jit-PID.dump.
 *
 *	prec report ---- aside_server ----> another process
 *	 | enters the sandbox                opens below /proc/PID/root, sends the descriptor back
 *
 * A reader in its sandbox may not open files below the root of another process (ptrace(2), landlock(7)). So the other
 * process (common/aside_server.h) is started first. It reads no input. It opens only regular files of these two names,
 * for reading, below the root of a process whose root is not this one's, or that is another user's. They belong to the
 * user of the process, so they may be trusted with its code.
 *
 * Thread: any; the functions that open files lock.
 */
#ifndef PREC_REPORT_SYMBOLS_PROCESS_FILES_H
#define PREC_REPORT_SYMBOLS_PROCESS_FILES_H

#include <stdint.h>
#include <time.h>

struct process_files;

/* Starts the other process. Call it before any thread is started. NULL: impossible. */
struct process_files *process_files_start(void);

/* Ends the second process. p may be NULL. */
void process_files_stop(struct process_files *p);

/* Limits it to processes that were started until then (CLOCK_REALTIME); 0: no limit. */
void process_files_limit(struct process_files *p, time_t until);

/*
 * Opens the map of a process, or its dump at the recorded path, for reading. p may be NULL. Returns a descriptor, or a
 * negative errno; -ENOENT also if the process has the same root as this one, and the same user.
 */
int process_files_map(struct process_files *p, uint32_t pid);
int process_files_dump(struct process_files *p, uint32_t pid, const char *path);

#endif
