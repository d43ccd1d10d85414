/*
 * call_tree_merge: adds the chains of one call tree to another, with what was counted at them.
 */
#ifndef PREC_REPORT_PROFILE_CALL_TREE_MERGE_H
#define PREC_REPORT_PROFILE_CALL_TREE_MERGE_H

#include "report/profile/call_tree.h"

/*
 * contexts, frames: their numbers in the other tree, by those in `from`; contexts NULL: they are the same. Neither tree
 * is finished. Returns the other tree's place of each place of `from`; malloced, NULL without memory.
 */
uint32_t *call_tree_merge(struct call_tree *t, const struct call_tree *from, const uint32_t *contexts,
			  const uint32_t *frames);

#endif
