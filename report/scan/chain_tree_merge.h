/*
 * chain_tree_merge: the chains of several workers' trees in one.
 */
#ifndef PREC_REPORT_SCAN_CHAIN_TREE_MERGE_H
#define PREC_REPORT_SCAN_CHAIN_TREE_MERGE_H

#include "report/scan/chain_tree.h"

/*
 * Adds the chains of n other trees of this process, by several workers at once: each merges a part of the digests.
 * ret_maps: of each tree the numbers of its chains here, of those only, by the number there; malloced. 0 or -ENOMEM,
 * when there are none.
 */
int chain_tree_merge(struct chain_tree *t, const struct chain_tree *const *from, unsigned n, unsigned workers,
		     uint32_t **ret_maps);

#endif
