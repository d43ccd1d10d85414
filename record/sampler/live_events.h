/*
 * live_events: the open events of one target, and of one name, while a recording runs.
 *
 * Events that have been switched off (struct set_event) are not enabled for targets that come later either.
 *
 * Threads: as of ring_set.
 */
#ifndef PREC_RECORD_SAMPLER_LIVE_EVENTS_H
#define PREC_RECORD_SAMPLER_LIVE_EVENTS_H

#include "record/sampler/ring_set.h"

/* Whether events of the process or thread that was asked for are open. */
bool live_events_have(const struct ring_set *o, pid_t owner);

/*
 * Writes the processes and threads that were asked for and have open events, in the order of their numbers, -1 for
 * whole CPUs; *ret_owners: malloc'ed. 0 or -ENOMEM.
 */
int live_events_owners(const struct ring_set *o, pid_t **ret_owners, size_t *ret_n);

/* Enables those of the sideband, or those that sample. 0 or a negative errno. */
int live_events_enable(struct ring_set *o, pid_t owner, bool sideband, struct error *err);

/*
 * Disables what an event has open for an owner below that id of the kernel, and with on enables the rest: thread by
 * thread, then what has no old event of its own, last what its thread may have inherited besides (event_fd.suspect). 0
 * or a negative errno.
 */
int live_events_replace(struct ring_set *o, uint32_t event, pid_t owner, uint64_t first, bool on, struct error *err);

/* Enables what samples and has that id of the kernel or a higher one. 0 or a negative errno. */
int live_events_enable_since(const struct ring_set *o, uint64_t first, struct error *err);

/*
 * Enables or disables the events of a name, NULL: all that sample. is_on: whether those that are not switched off are
 * enabled now. 0 or a negative errno: -ENOENT where no event has the name.
 */
int live_events_switch(struct ring_set *o, const char *name, bool on, bool is_on, struct error *err);

/*
 * Gives the events of a name, NULL: all that can have it, another period, or with freq another frequency. Only their
 * attrs change, and ret_changed says of each event of the set whether it did: reopen_event opens them so. 0 or a
 * negative errno, with no attr changed.
 */
int live_events_set_rate(struct event_set *set, const char *name, uint64_t rate, bool freq, bool *ret_changed,
			 struct error *err);

#endif
