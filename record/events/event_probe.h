/*
 * event_probe: makes probes, uprobe:FILE:SYMBOL[+OFFSET][%return][(ARGS)] and kprobe:SYMBOL[+OFFSET][%return][(ARGS)].
 * The kernel's PMUs uprobe and kprobe (Linux 4.17) make a probe for the event and remove it with it. If that is not
 * enough, it is made in tracefs: record/events/traced_probe.h.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_EVENTS_EVENT_PROBE_H
#define PREC_RECORD_EVENTS_EVENT_PROBE_H

#include "record/events/event_list.h"
#include "record/pmu/event_context.h"

#include <stdbool.h>

/*
 * probe_args: what a probe reads of the program where it is hit: "n=%di s=+0(%si):string", as tracefs has it
 * (Documentation/trace/uprobetracer.rst, kprobetrace.rst).
 *
 * Beside that, arguments may be separated by commas, registers of x86-64 have their usual names (%rdi), and $argN is
 * the register that the calling convention has for the N-th argument of a function of a program.
 *
 * Threads: no state, any thread.
 */

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

/* The parts of its text after "uprobe:" or "kprobe:". */
struct probe_text {
	struct event_text file;  /* the file of a uprobe; empty: a kprobe */
	struct event_text point; /* a function, or an offset in the file or address of the kernel; +BYTES; %return */
	struct event_text args;  /* see probe_args_span; empty: none */
};

/* Appends the event. 0; -ENOENT: the kernel, the file or the function is not there; -EINVAL. */
int event_probe_find(struct event_list *list, const struct probe_text *text, const struct event_context *context,
		     struct error *err);

#endif
