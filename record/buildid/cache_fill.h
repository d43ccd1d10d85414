/*
 * cache_fill: puts the files that a recording needs into the build-id cache.
 *
 *	--buildid-dir, else what formats/cache/cache_names.h says of the user for whom is recorded
 *
 * Root records for the user of sudo(8) into that user's cache, as that user: a process of its own has the rights of the
 * user, and gets of the files that root has opened those that anybody may read.
 *
 * Threads: one at a time.
 */
#ifndef PREC_RECORD_BUILDID_CACHE_FILL_H
#define PREC_RECORD_BUILDID_CACHE_FILL_H

#include "record/buildid/cache_candidates.h"

#include "common/diagnostics.h"

#define CACHE_FILL_LIMIT (2ull << 30) /* the default, in bytes */

struct cache_fill_config {
	const char *dir; /* NULL: the default */
	uint64_t limit;  /* bytes that entries made by recordings may take */
};

/*
 * After cache_candidates_decide. What cannot be cached is said in diagnostics: the recording is whole without. 0 or a
 * negative errno where nothing could be cached, with a message.
 */
int cache_fill(const struct cache_candidates *k, const struct cache_fill_config *config,
	       struct diagnostics *diagnostics, struct error *err);

#endif
