/*
 * synth_tasks: records for the processes and threads of /proc, as Linux perf synthesizes them.
 *
 * Processes come in the order of /proc. Each has FORK, NAMESPACES and COMM of its first thread, its MMAP2s, then FORK,
 * NAMESPACES and COMM of every other thread. FORK has misc bit 13 (no mappings are copied from the parent). It is left
 * out where processes or threads were asked for by number, as Linux perf leaves it out. A process that ends while it is
 * read is left out and counted; that is no error.
 *
 * All return 0 or a negative errno: of the sink, of memory, of opening proc_root.
 */
#ifndef PREC_RECORD_SYNTH_SYNTH_TASKS_H
#define PREC_RECORD_SYNTH_SYNTH_TASKS_H

#include "record/synth/synth.h"

/* Every process and thread there is. */
int synth_processes(struct synth *s, struct error *err);

/* These processes with all their threads. A pid that is not there is counted as vanished. */
int synth_pids(struct synth *s, const pid_t *pids, size_t n, struct error *err);

/* These threads. The first thread of each process, with the mappings, comes before them. */
int synth_tids(struct synth *s, const pid_t *tids, size_t n, struct error *err);

/* The process a thread belongs to, or 0. */
pid_t synth_process_of(struct synth *s, pid_t tid);

#endif
