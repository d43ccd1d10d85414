/*
 * thread_options: the options that say which threads drain the rings, and how these run: --threads, --affinity, -r.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_COMMAND_THREAD_OPTIONS_H
#define PREC_RECORD_COMMAND_THREAD_OPTIONS_H

#include "common/error.h"

struct record_options;

/* Gives this thread, and those that it starts, the priority that is asked for. 0 or a negative errno. */
int thread_options_run_realtime(const struct record_options *o, struct error *err);

/* What follows a recording has no such priority. */
void thread_options_end_realtime(const struct record_options *o);

#endif
