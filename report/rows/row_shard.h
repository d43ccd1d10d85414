/*
 * row_shard: the rows that one of several workers makes of a part of the entries. A worker has its own names, rows and
 * call tree, so workers share nothing.
 *
 *	worker 1:  names, rows, call tree  --+
 *	worker 2:  names, rows, call tree  --+-> merged into the report's: equal names become one
 *
 * Merging compares names, not numbers, so it does not matter which worker had which entries.
 */
#ifndef PREC_REPORT_ROWS_ROW_SHARD_H
#define PREC_REPORT_ROWS_ROW_SHARD_H

#include "report/rows/row_set.h"

struct row_shard {
	struct profile_names names; /* over those of the report */
	struct profile profile;
	struct rows rows;
};

/*
 * True if rows can be made in shards: not if columns have values outside the row key (rows.tuples), or if the names of
 * callers are compared.
 */
bool row_shard_possible(const struct rows *r);

/*
 * Makes a shard without rows. `r` and its names must not change until it is merged. 0 or -ENOMEM; the caller calls
 * row_shard_fini in both cases.
 */
int row_shard_init(struct row_shard *s, const struct rows *r);
void row_shard_fini(struct row_shard *s);

/*
 * Adds a shard to the report, which may take over parts of it. its_prefixes: the shard's chains have row prefixes of
 * the shard, not of `r`. Returns the number in `r` of each of its rows, which the caller frees; NULL without memory.
 */
uint32_t *row_shard_merge(struct rows *r, struct row_shard *s, bool its_prefixes);

#endif
