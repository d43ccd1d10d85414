/*
 * ring_options: the options of the buffers that the kernel fills: -m and --overwrite.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_COMMAND_RING_OPTIONS_H
#define PREC_RECORD_COMMAND_RING_OPTIONS_H

#include "common/option.h"

extern const struct option_group ring_group;

#endif
