/*
 * event_options: the options that say which events are recorded: -e, --group, --filter, --exclude-perf, --all-kernel
 * and --all-user.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_COMMAND_EVENT_OPTIONS_H
#define PREC_RECORD_COMMAND_EVENT_OPTIONS_H

#include "common/error.h"

#include <stdio.h>

struct record_options;

/* --filter: of the last event before; an option_call with struct record_options. 0 or a negative errno. */
int event_options_take_filter(void *options, const char *filter, struct error *err);

/* Whether a mode is left, of struct record_options, in which events count. 0 or -EINVAL. */
int event_options_check_modes(const void *options, struct error *err);

/* What concerns all events of -e together, when all options are read. 0 or a negative errno. */
int event_options_finish(struct record_options *o, struct error *err);

/* The names that -e takes on any machine, one a line. */
void event_options_names(FILE *out);

#endif
