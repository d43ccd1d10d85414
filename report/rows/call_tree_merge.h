/*
 * call_tree_merge: adds the chains and counts of one call tree to another.
 */
#ifndef PREC_REPORT_ROWS_CALL_TREE_MERGE_H
#define PREC_REPORT_ROWS_CALL_TREE_MERGE_H

#include "report/rows/call_tree.h"

/*
 * Adds `from` to t. row prefixes, frames: map the numbers in `from` to those in t; row prefixes NULL: they are equal.
 * Neither tree is finished. Returns the position in t of each position of `from`, which the caller frees; NULL without
 * memory.
 */
uint32_t *call_tree_merge(struct call_tree *t, const struct call_tree *from, const uint32_t *row_prefixes,
			  const uint32_t *frames);

/*
 * Does so with a finished tree of equal frames. Nodes without samples in them or below are left out: the position of
 * theirs is 0.
 */
uint32_t *call_tree_merge_finished(struct call_tree *t, const struct call_tree *from, const uint32_t *row_prefixes);

/*
 * Moves all nodes and positions of `from` to t, which has no chains (call_tree_is_empty). They keep their numbers, and
 * `from` is empty after that. 0 or -ENOMEM.
 */
int call_tree_adopt(struct call_tree *t, struct call_tree *from, const uint32_t *row_prefixes, const uint32_t *frames);

#endif
