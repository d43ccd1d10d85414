/*
 * probe_args: what a probe reads of the program where it is hit: "n=%di s=+0(%si):string", as tracefs has it
 * (Documentation/trace/uprobetracer.rst, kprobetrace.rst).
 *
 * Beside that, arguments may be separated by commas, registers of x86-64 have their usual names (%rdi), and $argN is
 * the register that the calling convention has for the N-th argument of a function of a program.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_EVENTS_PROBE_ARGS_H
#define PREC_RECORD_EVENTS_PROBE_ARGS_H

#include "record/pmu/event_context.h"

#include <stdbool.h>

/*
 * How many letters of text are arguments: of "(a=%di)" all with the parentheses; of " a=%di,cycles", which begins with
 * a blank, those before the comma. 0: there are none. -EINVAL: a parenthesis is not closed.
 */
int probe_args_span(const char *text);

/*
 * Makes of the text of that span what tracefs takes: *ret_args is malloc'ed, NULL where there is nothing between the
 * parentheses. in_program: of a uprobe. 0, -ENOMEM, or -EINVAL for what cannot be read so.
 */
int probe_args_make(char **ret_args, struct event_text span, bool in_program, bool at_return, struct error *err);

#endif
