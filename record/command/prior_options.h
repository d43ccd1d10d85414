/*
 * prior_options: the options that say what is recorded of that which runs when a recording begins: --synth. Those that
 * say how long that may take, or how often it is done, are accepted and change nothing.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_COMMAND_PRIOR_OPTIONS_H
#define PREC_RECORD_COMMAND_PRIOR_OPTIONS_H

#include "record/command/option_theme.h"

extern const struct option_theme prior_theme;

#endif
