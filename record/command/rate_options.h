/*
 * rate_options: the options that say how often events sample: -F, -c, --strict-freq and -n.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_COMMAND_RATE_OPTIONS_H
#define PREC_RECORD_COMMAND_RATE_OPTIONS_H

#include "common/option.h"

extern const struct option_group rate_group;

#endif
