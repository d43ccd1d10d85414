/*
 * process_files: what a running process of a container says of the code it made: its /tmp/perf-PID.map, whose PID is
 * its number in there, and its jit-PID.dump.
 *
 *	prec report ---- aside_server ----> another process
 *	 | enters the sandbox                opens below /proc/PID/root, sends the descriptor back
 *
 * A reader in its sandbox may not look below the root of another process (ptrace(2), landlock(7)). So another one
 * (common/aside_server.h) is started before. It reads no input, and opens regular files of these two names alone, for
 * reading, below the root of a process that has other files than this one. Whether they may be believed is for the
 * caller to see.
 *
 * Thread: the functions that open take turns.
 */
#ifndef PREC_REPORT_SYMBOLS_PROCESS_FILES_H
#define PREC_REPORT_SYMBOLS_PROCESS_FILES_H

#include <stdint.h>
#include <time.h>

struct process_files;

/* Starts the other process, before any thread is started. NULL: that is not possible. */
struct process_files *process_files_start(void);

/* Ends it; p may be NULL. */
void process_files_stop(struct process_files *p);

/* From now on it is done only for processes that were started until then, by the clock of the day; 0: for all. */
void process_files_limit(struct process_files *p, time_t until);

/*
 * The map of a process, or the dump that it has under the path, opened for reading; p may be NULL. A descriptor, or a
 * negative errno: -ENOENT also of a process that has the files of this one.
 */
int process_files_map(struct process_files *p, uint32_t pid);
int process_files_dump(struct process_files *p, uint32_t pid, const char *path);

#endif
