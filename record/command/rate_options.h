/*
 * rate_options: the options that say how often events sample: -F, -c, --strict-freq and -n.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_COMMAND_RATE_OPTIONS_H
#define PREC_RECORD_COMMAND_RATE_OPTIONS_H

#include "common/error.h"

struct record_options;

/* Lowers the frequency of -F to what the kernel allows, and says so. 0, or -EINVAL with --strict-freq. */
int rate_options_limit(struct record_options *o, struct error *err);

#endif
