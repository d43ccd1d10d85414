/*
 * keep_options: the options that say what is kept of the files that a recording mapped, for its symbols: -B, -N,
 * --buildid-dir, --buildid-cache-size and --no-bpf-event.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_COMMAND_KEEP_OPTIONS_H
#define PREC_RECORD_COMMAND_KEEP_OPTIONS_H

#include "common/option.h"

extern const struct option_group keep_group;

#endif
