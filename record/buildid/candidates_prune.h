/*
 * candidates_prune: forgets processes that have ended, so that a recording of hours needs only the memory for the
 * processes that run at the same time.
 *
 *	candidates_prune_look    before all rings are drained: finds out which processes have ended
 *	candidates_prune         after it: all their samples are taken, so it is known which of their files are needed
 *
 * A process that has ended is remembered while a descendant runs that may still have its mappings: one that was forked
 * and has not called exec.
 *
 * One thread at a time.
 */
#ifndef PREC_RECORD_BUILDID_CANDIDATES_PRUNE_H
#define PREC_RECORD_BUILDID_CANDIDATES_PRUNE_H

#include "record/buildid/cache_candidates.h"

/* True if there are enough entries to make pruning worthwhile. */
bool candidates_prune_is_due(const struct cache_candidates *k);

/* Finds out which processes have ended. 0 or -ENOMEM. */
int candidates_prune_look(struct cache_candidates *k);

/*
 * Forgets the processes that candidates_prune_look has found; without that call it does nothing. late: samples of ended
 * processes may come much later (overwritten rings), so their files count as needed. 0 or -ENOMEM.
 */
int candidates_prune(struct cache_candidates *k, bool late);

#endif
