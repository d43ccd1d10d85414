/*
 * prior_options: the options that say what is recorded of that which runs when a recording begins: --synth. Those that
 * say how long that may take, or how often it is done, are accepted and change nothing.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_COMMAND_PRIOR_OPTIONS_H
#define PREC_RECORD_COMMAND_PRIOR_OPTIONS_H

#include "common/option.h"

extern const struct option_group prior_group;

#endif
