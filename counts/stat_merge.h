/*
 * stat_merge: which events that one name of -e stands for are counted as one.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_COUNTS_STAT_MERGE_H
#define PREC_COUNTS_STAT_MERGE_H

#include "counts/counted.h"

enum stat_merge {
	STAT_MERGE_UNCORE = 0, /* those of several PMUs that are not of cores: the controllers of one memory */
	STAT_MERGE_NONE,
	STAT_MERGE_ALL, /* and of kinds of cores */
};

/*
 * ret_rows: of each event the one that its counts are added to, itself where it stands alone. That is the first of its
 * name; others of the first one's PMU stand alone. ret_has_twin: of each event, whether one of its name on another PMU
 * stands alone, too. 0 or -ENOMEM.
 */
int stat_merge_find(const struct counted_events *events, enum stat_merge merge, uint32_t *ret_rows, bool *ret_has_twin);

#endif
