/*
 * inner_pid: what a process calls itself: its number in the innermost of its PID namespaces (pid_namespaces(7)).
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_COMMON_INNER_PID_H
#define PREC_COMMON_INNER_PID_H

#include <stdint.h>

/* Of a process by its number here; that number where it is gone, or the kernel knows no other. */
uint32_t inner_pid(uint32_t pid);

/* The same from the text of /proc/PID/status: the last number of its line NSpid. 0: it has none. */
uint32_t inner_pid_parse(const char *status);

#endif
