/*
 * stat_target: whose counts they are, in the words of Linux perf.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_COMMAND_STAT_TARGET_H
#define PREC_RECORD_COMMAND_STAT_TARGET_H

#include "record/command/record_options.h"

/* "'sleep 1'", "process id '1'": of the options' target and command, malloc'ed. NULL without memory. */
char *stat_target_text(const struct record_options *o);

#endif
