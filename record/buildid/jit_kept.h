/*
 * jit_kept: keeps the perf maps and jitdumps of other users' processes in the build-id cache
 * (formats/cache/jit_cache.h).
 *
 * Readers believe no file of another user, who could name code at will. But the recorder sees whose the process is
 * while it runs, and what belongs to the user of a process may name its code. The copy belongs to whoever records, so
 * that readers believe it, also when the process is gone.
 *
 * A file is opened as the process's user could open it, and copied without a look at its contents
 * (common/foreign_file.h).
 *
 * Ownership: _fini; an empty list is all zero. One thread at a time.
 */
#ifndef PREC_RECORD_BUILDID_JIT_KEPT_H
#define PREC_RECORD_BUILDID_JIT_KEPT_H

#include "common/aside.h"
#include "common/foreign_file.h"
#include "formats/cache/cache_file.h"
#include "record/buildid/jit_dumps.h"
#include "record/buildid/jit_maps.h"

#define JIT_KEPT_MAX 4096 /* processes whose maps are looked for */

struct jit_kept {
	struct jit_owner *list; /* processes of other users that have this one's files */
	uint32_t n, capacity;
};

void jit_kept_fini(struct jit_kept *j);

/* Call for a process of another user when it maps code: notes whose it is. 0 or -ENOMEM; one that has ended is skipped.
 */
int jit_kept_see(struct jit_kept *j, struct aside *aside, uint32_t pid);

/* All that may be kept: of these processes, and of those in containers. */
struct jit_kept_sources {
	const struct jit_kept *kept;
	const struct jit_maps *maps;
	const struct jit_dumps *dumps;
};

/* Returns the number of steps of jit_kept_step. */
uint32_t jit_kept_count(const struct jit_kept_sources *from);

/*
 * Puts one file into the cache `dir`, if there is one and it is another user's. is_public: only if anybody may read it.
 * May block, so call it in a second process. 0 or a negative errno.
 */
int jit_kept_step(const struct jit_kept_sources *from, uint32_t i, int dir, bool is_public, struct cache_room *room);

#endif
