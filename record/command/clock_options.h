/*
 * clock_options: the option for the clock of all times, --clockid, and the clock that is taken without it.
 *
 * That is CLOCK_MONOTONIC, which programs read as well: JIT dumps have its times, readers show the time of day, and
 * several recordings of a machine can be laid beside each other. A sample with it costs as much as one with the
 * kernel's own clock (a difference of less than 20 of 3,500 ns, on a TSC; both are read without a lock, in NMIs, too).
 * The kernel's own is taken for hardware traces, whose decoders need it; for precise samples at a fixed period, since
 * with any other clock PEBS interrupts for each; and on a machine whose clock is read from a device, which takes a
 * microsecond.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_COMMAND_CLOCK_OPTIONS_H
#define PREC_RECORD_COMMAND_CLOCK_OPTIONS_H

#include "common/error.h"

struct record_options;

/* Takes the argument of --clockid, as an option does (common/option.h). 0 or -EINVAL. */
int clock_option_take(void *options, const char *text, struct error *err);

/* When all options are read, and events are in their groups: chooses the clock, unless one was asked for. */
void clock_options_finish(struct record_options *o);

#endif
