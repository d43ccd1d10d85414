/*
 * traced_probe: a probe as a tracepoint of its own, made in tracefs (uprobe_events, kprobe_events) and removed again.
 *
 * What the PMUs uprobe and kprobe make for an event is not inherited: the kernel makes it anew in the thread that calls
 * clone(2), where the path that the attr points to is not, and with that thread's rights, and clone fails. The event of
 * a tracepoint is inherited. And only a tracepoint has arguments.
 *
 * The group of the names is prec_NAMESPACE_PID, by the PID namespace's inode number and the process in it. What a
 * process that was killed has left is removed by the next one that makes a probe of the kind.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_EVENTS_TRACED_PROBE_H
#define PREC_RECORD_EVENTS_TRACED_PROBE_H

#include "record/events/event_list.h"

/*
 * Sets spec->system and ->tracepoint, which no other event has. symbol: the function, which the name begins with; NULL:
 * there is none. 0 or -ENOMEM.
 */
int traced_probe_name(struct event_spec *spec, const char *symbol);

/*
 * Makes it, unless there is one of the name already (by an event that the list has twice), and writes the id that
 * perf_event_open(2) wants. 0; -ENOENT, -EACCES: as of tracefs_find, or there is no such file in it, or this user may
 * not write to it; -EINVAL: the kernel does not take its arguments; others of write(2).
 */
int traced_probe_make(const struct event_spec *spec, uint64_t *ret_id, struct error *err);

/* Removes it, when no event of it is open any more. In a child of the process that made it: nothing. */
void traced_probe_remove(const struct event_spec *spec);

#endif
