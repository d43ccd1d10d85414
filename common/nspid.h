/*
 * nspid: what a process calls itself: its number in the innermost of its PID namespaces (pid_namespaces(7)); and
 * what the kernel calls this one, its number in the outermost.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_COMMON_NSPID_H
#define PREC_COMMON_NSPID_H

#include <stdint.h>

/* From the text of /proc/PID/status: the last number of its line NSpid. 0: it has none. */
uint32_t nspid_parse(const char *status);

/*
 * This process in the initial namespace, as tracepoints have it (common_pid). 0: it is in another one, and /proc is,
 * too, or does not show that.
 */
uint32_t initial_pid(void);

/* The same from the text of /proc/PID/status: the first number of its line NSpid. 0: it has none. */
uint32_t initial_pid_parse(const char *status);

#endif
