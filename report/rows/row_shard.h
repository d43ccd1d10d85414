/*
 * row_shard: the rows that one of several workers makes, of some of the entries: names, rows and a call tree of its
 * own, so that nothing is shared while workers run.
 *
 *	worker 1:  names, rows, call tree  --+
 *	worker 2:  names, rows, call tree  --+-> merged into the report's: what is the same by name becomes one
 *
 * What is the same is found by its name, not its number, so that it does not matter which worker had which entries.
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
 * Whether rows can be made in shards: not where columns have values that no row key has (struct rows, tuples), nor
 * where callers' names are compared.
 */
bool row_shard_possible(const struct rows *r);

/* A shard without rows. `r` and its names stay as they are until it is merged. 0 or -ENOMEM; row_shard_fini is due in
 * any case. */
int row_shard_init(struct row_shard *s, const struct rows *r);
void row_shard_fini(struct row_shard *s);

/*
 * Adds what a shard has to the report, which may take parts of it over. its_contexts: chains were added to the shard in
 * contexts of its own, not of `r`. Returns the numbers of its rows there, malloced; NULL without memory.
 */
uint32_t *row_shard_merge(struct rows *r, struct row_shard *s, bool its_contexts);

#endif
