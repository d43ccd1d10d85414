/*
 * live_events: enables, disables and lists the open events of one target or one name while a recording runs.
 *
 * An event that was switched off (struct set_event) is not enabled for targets that come later either.
 *
 * Threads: as of ring_set.
 */
#ifndef PREC_RECORD_SAMPLER_LIVE_EVENTS_H
#define PREC_RECORD_SAMPLER_LIVE_EVENTS_H

#include "record/sampler/ring_set.h"
#include "record/sampler/sampler.h"

/*
 * reopen: opens an event of a running sampler again, with another rate.
 *
 * Threads: as of the sampler.
 */

/* An event to open again. */
struct reopening {
	uint32_t event; /* its number in the set */
	pid_t owner;
	uint64_t first;    /* higher than all kernel ids (event_fd.opened) so far */
	const pid_t *pids; /* processes that have inherited it */
	size_t n_pids;
};

/*
 * Opens an event of the set again, disabled, with its current attr: wherever it is open for the owner, and
 * for all threads of the processes, unless they have it from another owner. The old descriptors stay open. The kernel
 * ids of the new ones are not lower than `first`.
 * A thread that starts meanwhile may have inherited a new one; its event_fd.suspect says so. The event is in no group.
 * 0 or a negative errno; ring_set_close_since then closes what was opened.
 */
int reopen_event(struct sampler *s, const struct reopening *r, struct error *err);

/*
 * Does so for all threads of a process that do not have the event open: the process may have been forked before or
 * after its parent got what reopen_event opened (event_fd.suspect).
 */
int reopen_inherited(struct sampler *s, uint32_t event, pid_t owner, uint64_t first, pid_t pid, struct error *err);

/* True if events of this process or thread, which the user named, are open. */
bool live_events_have(const struct ring_set *o, pid_t owner);

/*
 * Lists the named processes and threads that have open events, ascending, -1 for whole CPUs. The caller frees
 * *ret_owners. 0 or -ENOMEM.
 */
int live_events_owners(const struct ring_set *o, pid_t **ret_owners, size_t *ret_n);

/* Enables an owner's sideband events, or those that sample. 0 or a negative errno. */
int live_events_enable(struct ring_set *o, pid_t owner, bool sideband, struct error *err);

/*
 * Disables the owner's descriptors of this event with kernel ids below `first`. on: then enables the newer ones, thread
 * by thread; after these the ones without an old descriptor; last the suspects (event_fd.suspect). 0 or a negative
 * errno.
 */
int live_events_replace(struct ring_set *o, uint32_t event, pid_t owner, uint64_t first, bool on, struct error *err);

/* Enables sampling events whose kernel id is `first` or higher. 0 or a negative errno. */
int live_events_enable_since(const struct ring_set *o, uint64_t first, struct error *err);

/*
 * Switches the events of a name on or off; NULL: all that sample. is_on: sampling is on now. 0 or a negative errno;
 * -ENOENT: no event has the name.
 */
int live_events_switch(struct ring_set *o, const char *name, bool on, bool is_on, struct error *err);

/*
 * Sets the period, or with freq the frequency, in the attrs of the events of a name; NULL: of all that can have it.
 * reopen_event then opens them so. ret_changed: for each event of the set, whether its attr changed. 0 or a negative
 * errno, with no attr changed.
 */
int live_events_set_rate(struct event_set *set, const char *name, uint64_t rate, bool freq, bool *ret_changed,
			 struct error *err);

#endif
