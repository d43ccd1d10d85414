/*
 * print_threads: prints what events counted in each thread, as `perf report --threads` does.
 *
 *	#  PID   TID  cpu-clock  page-faults
 *	  1490  1490    1634037          102
 */
#ifndef PREC_REPORT_PRINT_PRINT_THREADS_H
#define PREC_REPORT_PRINT_PRINT_THREADS_H

#include "report/stream/thread_counts.h"

#include <stdio.h>

/*
 * Prints a line for each thread, with a column for each event. raw: a line for each count, with the number of its
 * event. view: for a person at a terminal. 0 or -ENOMEM.
 */
int print_threads(FILE *out, const struct thread_counts *t, bool raw, bool view);

#endif
