/*
 * off_cpu_options: --off-cpu and --off-cpu-thresh, time that threads are blocked.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_COMMAND_OFF_CPU_OPTIONS_H
#define PREC_RECORD_COMMAND_OFF_CPU_OPTIONS_H

#include "common/option.h"

extern const struct option_group off_cpu_group;

#endif
