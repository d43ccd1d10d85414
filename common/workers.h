/*
 * workers: a job done by several threads at once.
 */
#ifndef PREC_COMMON_WORKERS_H
#define PREC_COMMON_WORKERS_H

#define WORKERS_MAX 256

#include "common/error.h"

/* --jobs, a part of its row (common/option.h). */
#define WORKERS_OPTION(type, member) OPTION_NUMBER(type, member, 1, WORKERS_MAX), .called = "--jobs"

/* How many CPUs this process may run on, 1 to WORKERS_MAX. */
unsigned workers_default(void);

/*
 * Calls work(context, 0) ... work(context, n - 1), each in a thread of its own (the first in the caller's), and waits
 * for all. Where a thread cannot be made the caller does its part too, so the work must not need all at once.
 */
void workers_run(unsigned n, void (*work)(void *context, unsigned worker), void *context);

#endif
