/*
 * ring_options: the options of the buffers that the kernel fills: -m and --overwrite.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_COMMAND_RING_OPTIONS_H
#define PREC_RECORD_COMMAND_RING_OPTIONS_H

#include "record/command/option_theme.h"

extern const struct option_theme ring_theme;

#endif
