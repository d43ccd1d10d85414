/*
 * synth_tasks: makes records for the processes and threads in /proc, as Linux perf synthesizes them.
 *
 * Processes come in the order of /proc. Each has FORK, NAMESPACES and COMM of its first thread, its MMAP2s, then FORK,
 * NAMESPACES and COMM of every other thread. FORK has misc bit 13 (no mappings are copied from the parent); as in Linux
 * perf there is none for processes or threads chosen by number. A process that ends while it is read is left out and
 * counted as vanished; that is no error.
 *
 * All return 0 or a negative errno: -ENOMEM, of opening proc_root, or of the sink.
 */
#ifndef PREC_RECORD_SYNTH_SYNTH_TASKS_H
#define PREC_RECORD_SYNTH_SYNTH_TASKS_H

#include "record/synth/synth.h"

/* Makes records for every process and thread. */
int synth_processes(struct synth *s, struct error *err);

/* Makes records for these processes and all their threads. A pid of no process is counted as vanished. */
int synth_pids(struct synth *s, const pid_t *pids, size_t n, struct error *err);

/* Makes records for these threads, each process's after its first thread with the mappings. */
int synth_tids(struct synth *s, const pid_t *tids, size_t n, struct error *err);

/* Returns the process of a thread; 0: there is no such thread. */
pid_t synth_process_of(struct synth *s, pid_t tid);

#endif
