/*
 * cache_fill: copies the files that a recording needs into the build-id cache.
 *
 * The cache is in the folder of --buildid-dir, or in the user's own (formats/cache/cache_names.h). With sudo(8) it is
 * that of the user who called sudo: a second process with the rights of this user fills it. Of the files that root has
 * opened it copies only those that anybody may read.
 *
 * Threads: one at a time.
 */
#ifndef PREC_RECORD_BUILDID_CACHE_FILL_H
#define PREC_RECORD_BUILDID_CACHE_FILL_H

#include "common/diagnostics.h"
#include "record/buildid/cache_candidates.h"

#define CACHE_FILL_LIMIT (2ull << 30) /* the default of cache_fill_config.limit */

struct cache_fill_config {
	const char *dir; /* NULL: the user's */
	uint64_t limit;  /* bytes that the entries made by recordings may take */
};

/*
 * Fills the cache. Call after cache_candidates_decide. Adds a diagnostic about files that cannot be cached; the
 * recording is whole without them. 0, or a negative errno with a message: the cache cannot be used at all.
 */
int cache_fill(const struct cache_candidates *k, const struct cache_fill_config *config,
	       struct diagnostics *diagnostics, struct error *err);

#endif
