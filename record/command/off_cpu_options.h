/*
 * off_cpu_options: --off-cpu and --off-cpu-thresh, time that threads are blocked.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_COMMAND_OFF_CPU_OPTIONS_H
#define PREC_RECORD_COMMAND_OFF_CPU_OPTIONS_H

#include "record/command/option_theme.h"

extern const struct option_theme off_cpu_theme;

#endif
