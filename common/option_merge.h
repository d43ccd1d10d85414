/*
 * option_merge: the options of a command that takes all of another one, and some of its own.
 *
 * Ownership: _init/_fini; what the tables point to is borrowed and outlives the merged one.
 */
#ifndef PREC_COMMON_OPTION_MERGE_H
#define PREC_COMMON_OPTION_MERGE_H

#include "common/options.h"

#define OPTION_MOVED 0x1000 /* above all keys of tables */

struct option_merge {
	struct option_table
		table; /* the command's own options first, then the other's; likewise of ranges and absent */
	const struct option_def *others; /* in table.defs: the other's part */
	struct option_def *defs;
	struct option_range *ranges;
	struct option_absent *absent;
};

/*
 * An option of the other command that has a long name of own's is left out. One whose letter is own's, or one that own
 * has not (absent), keeps its long name, and its key is the letter and OPTION_MOVED; without a long name it is left
 * out. 0 or -ENOMEM.
 */
int option_merge_init(struct option_merge *merge, const struct option_table *own, const struct option_table *other);
void option_merge_fini(struct option_merge *merge);

#endif
