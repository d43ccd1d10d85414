/*
 * candidates_prune: forgets processes that have ended, so that a recording of hours takes no more memory than its
 * processes that run at once.
 *
 *	candidates_prune_look    before all rings are drained: which processes have ended
 *	candidates_prune         after that: their samples have been taken, so their files are needed or not
 *
 * A process stays as long as one runs that may have its mappings, of which it was forked without an exec since.
 *
 * One thread at a time.
 */
#ifndef PREC_RECORD_BUILDID_CANDIDATES_PRUNE_H
#define PREC_RECORD_BUILDID_CANDIDATES_PRUNE_H

#include "record/buildid/cache_candidates.h"

/* Whether so many are known that it is worth it. */
bool candidates_prune_is_due(const struct cache_candidates *k);

/* 0 or -ENOMEM. */
int candidates_prune_look(struct cache_candidates *k);

/*
 * After candidates_prune_look; else it does nothing. late: samples of processes that have ended may come much later,
 * so that their files count as needed. 0 or -ENOMEM.
 */
int candidates_prune(struct cache_candidates *k, bool late);

#endif
