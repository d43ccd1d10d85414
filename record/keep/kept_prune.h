/*
 * kept_prune: forgets processes that have ended, so that a recording of hours takes no more memory than its processes
 * that run at once.
 *
 *	kept_prune_look    before all rings are drained: which processes have ended
 *	kept_prune         after that: their samples have been taken, so their files are needed or not
 *
 * A process stays as long as one runs that may have its mappings, of which it was forked without an exec since.
 *
 * One thread at a time.
 */
#ifndef PREC_RECORD_KEEP_KEPT_PRUNE_H
#define PREC_RECORD_KEEP_KEPT_PRUNE_H

#include "record/keep/kept_files.h"

/* Whether so many are known that it is worth it. */
bool kept_prune_is_due(const struct kept_files *k);

/* 0 or -ENOMEM. */
int kept_prune_look(struct kept_files *k);

/*
 * After kept_prune_look; else it does nothing. late: samples of processes that have ended may come much later, so that
 * their files count as needed. 0 or -ENOMEM.
 */
int kept_prune(struct kept_files *k, bool late);

#endif
