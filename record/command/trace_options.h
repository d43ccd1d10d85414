/*
 * trace_options: the options that say how hardware traces are recorded: --snapshot and --aux-sample. How large their
 * areas are is a part of -m, see ring_options.c.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_COMMAND_TRACE_OPTIONS_H
#define PREC_RECORD_COMMAND_TRACE_OPTIONS_H

#include "common/error.h"

struct record_options;

/*
 * When all options are read: puts events into the groups of traces, and checks whether the traces can be recorded so.
 * 0, -EINVAL or -ENOTSUP.
 */
int trace_options_finish(struct record_options *o, struct error *err);

#endif
