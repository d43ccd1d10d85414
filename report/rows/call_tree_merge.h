/*
 * call_tree_merge: adds the chains of one call tree to another, with what was counted at them.
 */
#ifndef PREC_REPORT_ROWS_CALL_TREE_MERGE_H
#define PREC_REPORT_ROWS_CALL_TREE_MERGE_H

#include "report/rows/call_tree.h"

/*
 * contexts, frames: their numbers in the other tree, by those in `from`; contexts NULL: they are the same. Neither tree
 * is finished. Returns the other tree's place of each place of `from`; malloced, NULL without memory.
 */
uint32_t *call_tree_merge(struct call_tree *t, const struct call_tree *from, const uint32_t *contexts,
			  const uint32_t *frames);

/*
 * The same for a tree without chains (call_tree_is_empty): it takes the nodes and places of `from` over, which keep
 * their numbers; `from` has no chains then. 0 or -ENOMEM.
 */
int call_tree_adopt(struct call_tree *t, struct call_tree *from, const uint32_t *contexts, const uint32_t *frames);

#endif
