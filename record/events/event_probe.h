/*
 * event_probe: uprobe:FILE:SYMBOL[+OFFSET][%return] and kprobe:SYMBOL[+OFFSET][%return], probes that the kernel makes
 * for the event and removes with it, by its PMUs uprobe and kprobe (Linux 4.17). tracefs is not needed.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_EVENTS_EVENT_PROBE_H
#define PREC_RECORD_EVENTS_EVENT_PROBE_H

#include "record/events/event_context.h"
#include "record/events/event_list.h"
#include "record/events/event_text.h"

/*
 * Appends the event. file: of a uprobe; empty: a kprobe. place: a function, or a number: an offset in the file, or an
 * address of the kernel; then +OFFSET in bytes and %return. 0; -ENOENT: the kernel, the file or the function is not
 * there; -EINVAL.
 */
int event_probe_find(struct event_list *list, struct event_text file, struct event_text place,
		     const struct event_context *context, struct error *err);

#endif
