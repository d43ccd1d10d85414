/*
 * reopen: opens an event of a running sampler again, with another rate.
 *
 * Threads: as of the sampler.
 */
#ifndef PREC_RECORD_SAMPLER_REOPEN_H
#define PREC_RECORD_SAMPLER_REOPEN_H

#include "record/sampler/sampler.h"

/*
 * Opens event number `event` of the set again, disabled, with its current attr: wherever it is open for the owner, and
 * for all threads of the processes `pids`, which have inherited it, unless they have it from another owner. The old
 * descriptors stay open. first: higher than all kernel ids (event_fd.opened) so far, and not higher than the new ones.
 * A thread that starts meanwhile may have inherited a new one; its event_fd.suspect says so. The event is in no group.
 * 0 or a negative errno; ring_set_close_since then closes what was opened.
 */
int reopen_event(struct sampler *s, uint32_t event, pid_t owner, uint64_t first, const pid_t *pids, size_t n,
		 struct error *err);

/*
 * Does so for all threads of a process that do not have the event open: the process may have been forked before or
 * after its parent got what reopen_event opened (event_fd.suspect).
 */
int reopen_inherited(struct sampler *s, uint32_t event, pid_t owner, uint64_t first, pid_t pid, struct error *err);

#endif
