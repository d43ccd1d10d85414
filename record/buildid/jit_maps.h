/*
 * jit_maps: what JITs in containers say of their code: /tmp/perf-PID.map as the process sees it.
 *
 * A process in another mount or pid namespace, or below another root, writes the file where no reader finds it, and
 * under a number that it has only there. So its /tmp is kept open as long as the recording goes on, and in the end the
 * file is copied to /tmp/perf-PID.map, by the number that the recording has. What is mounted there outlives the
 * container as long as it is open; mounts below a root that is kept open would not.
 *
 * What the process wrote is taken as its user could take it (common/foreign_file.h) and copied as it is; readers do not
 * trust it either.
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

#define JIT_MAPS_MAX JIT_COPIES_MAX /* processes whose folders are kept open */
#define JIT_MAP_MAX  (256ll << 20)

struct jit_process {
	struct foreign_process process;
	int folder; /* its /tmp */
};

struct jit_maps {
	struct jit_process list[JIT_MAPS_MAX];
	uint32_t n;
	struct u32map seen; /* pids that were looked at */
};

void jit_maps_fini(struct jit_maps *m);

/* Whether the process needs no look, as long as it has the same program. */
bool jit_maps_has_seen(const struct jit_maps *m, uint32_t pid);

/*
 * A process has mapped code: copies of another one that had its number are removed. differs: OPEN_MAPPED_FILE_*; its
 * folder is kept where anything does. 0 or -ENOMEM.
 */
int jit_maps_see(struct jit_maps *m, struct aside *aside, uint32_t pid, unsigned differs);

/* It has another program now, and perhaps another root. 0 or -ENOMEM. */
int jit_maps_forget(struct jit_maps *m, uint32_t pid);

/*
 * Copies the files there are into the folder (JIT_COPY_FOLDER), each under the name that readers look for. *left: as
 * jit_copy has it.
 */
void jit_maps_copy(const struct jit_maps *m, const char *folder, uint64_t *left, struct diagnostics *diagnostics);

#endif
