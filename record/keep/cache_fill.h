/*
 * cache_fill: puts the files that a recording needs into the build-id cache.
 *
 *	--buildid-dir, else what formats/cache/cache_place.h says of the user for whom is recorded
 *
 * Root records for the user of sudo(8) into that user's cache, as that user: a process of its own has the rights of the
 * user, and gets of the files that root has opened those that anybody may read.
 *
 * Threads: one at a time.
 */
#ifndef PREC_RECORD_KEEP_CACHE_FILL_H
#define PREC_RECORD_KEEP_CACHE_FILL_H

#include "record/keep/kept_files.h"

#include "common/notices.h"

#define CACHE_FILL_LIMIT (2ull << 30) /* the default, in bytes */

struct cache_fill_config {
	const char *dir; /* NULL: the default */
	uint64_t limit;  /* bytes that entries made by recordings may take */
};

/*
 * After kept_files_decide. What cannot be cached is said in notices: the recording is whole without. 0 or a negative
 * errno where nothing could be cached, with a message.
 */
int cache_fill(const struct kept_files *k, const struct cache_fill_config *config, struct notices *notices,
	       struct error *err);

#endif
