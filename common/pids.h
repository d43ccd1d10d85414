/*
 * pids: numbers of processes.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_COMMON_PIDS_H
#define PREC_COMMON_PIDS_H

#include <stddef.h>
#include <sys/types.h>

/* Puts them in ascending order, each once. Returns how many there are then. */
size_t pids_sort(pid_t *pids, size_t n);

#endif
