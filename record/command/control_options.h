/*
 * control_options: the options that say when a recording samples, and who may say so while it runs: -D and --control.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_COMMAND_CONTROL_OPTIONS_H
#define PREC_RECORD_COMMAND_CONTROL_OPTIONS_H

#include "common/option.h"

extern const struct option_group control_group;

#endif
