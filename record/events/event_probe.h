/*
 * event_probe: makes probes, uprobe:FILE:SYMBOL[+OFFSET][%return][(ARGS)] and kprobe:SYMBOL[+OFFSET][%return][(ARGS)].
 * The kernel's PMUs uprobe and kprobe (Linux 4.17) make a probe for the event and remove it with it. If that is not
 * enough, it is made in tracefs: record/events/traced_probe.h.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_EVENTS_EVENT_PROBE_H
#define PREC_RECORD_EVENTS_EVENT_PROBE_H

#include "record/pmu/event_context.h"
#include "record/events/event_list.h"

/* The parts of its text after "uprobe:" or "kprobe:". */
struct probe_text {
	struct event_text file;  /* the file of a uprobe; empty: a kprobe */
	struct event_text place; /* a function, or an offset in the file or address of the kernel; +BYTES; %return */
	struct event_text args;  /* see probe_args_span; empty: none */
};

/* Appends the event. 0; -ENOENT: the kernel, the file or the function is not there; -EINVAL. */
int event_probe_find(struct event_list *list, const struct probe_text *text, const struct event_context *context,
		     struct error *err);

#endif
