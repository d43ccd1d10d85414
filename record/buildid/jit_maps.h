/*
 * jit_maps: copies the perf maps of processes in containers, /tmp/perf-PID.map, to where readers find them.
 *
 * A process in another mount or pid namespace, or below another root, writes its map to a /tmp that readers do not see,
 * and names it by its number in the container. So its /tmp is held open during the recording. At the end the map is
 * copied to the /tmp of the recorder, named by the number that the recording has.
 *
 * A mount lives as long as a folder in it is open, also when the container has ended. To hold the container's root open
 * would not be enough: /tmp may be a mount of its own.
 *
 * The map is opened as the process's user could open it (common/foreign_file.h), and copied without a look at its
 * contents; readers do not trust it either.
 *
 * Ownership: _fini; an empty list is all zero. One thread at a time.
 */
#ifndef PREC_RECORD_BUILDID_JIT_MAPS_H
#define PREC_RECORD_BUILDID_JIT_MAPS_H

#include "common/aside.h"
#include "common/diagnostics.h"
#include "common/foreign_file.h"
#include "common/hash_table.h"
#include "record/buildid/jit_copy.h"

#include <stdbool.h>

#define JIT_MAPS_MAX JIT_COPIES_MAX /* how many folders are held open */
#define JIT_MAP_MAX  (256ll << 20)  /* bytes; larger maps are not copied */

struct jit_process {
	struct foreign_process process;
	uint64_t seen; /* when, in ns since 1970 */
	int folder;    /* its /tmp, O_PATH */
};

struct jit_maps {
	struct jit_process list[JIT_MAPS_MAX];
	uint32_t n;
	struct u32map seen; /* the pids that jit_maps_see was called for */
};

void jit_maps_fini(struct jit_maps *m);

/* True if jit_maps_see was called for the process since its last exec. */
bool jit_maps_has_seen(const struct jit_maps *m, uint32_t pid);

/*
 * Call when a process maps code that jit_maps_has_seen does not know. Removes copies of an earlier process with the
 * same pid. differs: OPEN_MAPPED_FILE_* of the process; if not 0, its /tmp is opened. 0 or -ENOMEM; a /tmp that cannot
 * be opened is skipped.
 */
int jit_maps_see(struct jit_maps *m, struct aside *aside, uint32_t pid, unsigned differs);

/* Call at an exec: the process may have another root now. 0 or -ENOMEM. */
int jit_maps_forget(struct jit_maps *m, uint32_t pid);

/*
 * Copies the maps that exist into the folder (JIT_COPY_FOLDER), and adds diagnostics about them. *left: as for
 * jit_copy.
 */
void jit_maps_copy(const struct jit_maps *m, const char *folder, uint64_t *left, struct diagnostics *diagnostics);

#endif
