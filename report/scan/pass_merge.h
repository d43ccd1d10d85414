/*
 * pass_merge: what the workers of a pass have counted, put together by them: each merges the keys of a part of the
 * hashes, so that no two touch the same entry.
 */
#ifndef PREC_REPORT_SCAN_PASS_MERGE_H
#define PREC_REPORT_SCAN_PASS_MERGE_H

#include "report/scan/pass.h"

/*
 * Moves what the workers counted into one table, whose chains are in `chains`, and tuples in `values`. The table can be
 * gone through only: its entries need not stand where they would be looked for. These: empty ones, or both NULL where
 * keys hold the numbers of those they all share. 0 or -ENOMEM.
 */
int pass_merge(struct pass *p, struct sample_table *ret_table, struct chain_tree *chains, struct value_table *values);

#endif
