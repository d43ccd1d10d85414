/*
 * print_events: the events of a recording as the control command evlist lists them, a line each on standard error, as
 * Linux perf does.
 */
#ifndef PREC_RECORD_COMMAND_PRINT_EVENTS_H
#define PREC_RECORD_COMMAND_PRINT_EVENTS_H

#include "record/control/control_command.h"

/* context: a struct event_set. */
void print_events(void *context, const struct control_details *details);

#endif
