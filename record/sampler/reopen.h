/*
 * reopen: an event of a sampler opened once more while it runs, with another rate.
 *
 * Threads: as of the sampler.
 */
#ifndef PREC_RECORD_SAMPLER_REOPEN_H
#define PREC_RECORD_SAMPLER_REOPEN_H

#include "record/sampler/sampler.h"

/*
 * Opens one event (its number in the set) once more, disabled, as its attr is now: wherever it is open for the owner,
 * and for all threads of these processes, which have inherited it, that have it from no other owner. What was open of
 * it stays open. first: higher than the kernel's ids (event_fd.opened) so far; those of the new ones are not lower.
 * Threads that start meanwhile may have inherited the new ones, as their event_fd.suspect says. The event is in no
 * group. 0 or a negative errno, when ring_set_close_since closes what was opened.
 */
int reopen_event(struct sampler *s, uint32_t event, pid_t owner, uint64_t first, const pid_t *pids, size_t n,
		 struct error *err);

/*
 * Opens one event, disabled, as its attr is now, for all threads of a process that do not have it open: one that may
 * have been forked before its parent had what reopen_event opened, or after it, as event_fd.suspect says. As that
 * otherwise.
 */
int reopen_inherited(struct sampler *s, uint32_t event, pid_t owner, uint64_t first, pid_t pid, struct error *err);

#endif
