/*
 * jit_dumps: copies the jitdumps of processes in containers (formats/jit/jitdump.h) to where readers find them.
 *
 * A process maps its dump, so a record has the dump's path. But the path is valid in the container only, and no longer
 * than the container exists. So the dump is opened when the record comes, and copied to /tmp/jit-PID.dump at the end;
 * PID is the process's number outside the container, as in the recording.
 *
 * The dump is opened as the process's user could open it (common/foreign_file.h), and copied without a look at its
 * contents; readers do not trust it either.
 *
 * Ownership: _fini; an empty list is all zero. One thread at a time.
 */
#ifndef PREC_RECORD_BUILDID_JIT_DUMPS_H
#define PREC_RECORD_BUILDID_JIT_DUMPS_H

#include "common/aside.h"
#include "common/diagnostics.h"
#include "common/foreign_file.h"
#include "record/buildid/jit_copy.h"

#include <stdint.h>

#define JIT_DUMPS_MAX JIT_COPIES_MAX /* how many dumps are held open */

struct jit_dump_open {
	struct foreign_process process;
	bool is_contained; /* in a container; else of another user */
	uint64_t seen;     /* when, in ns since 1970 */
	int fd;            /* O_PATH */
};

struct jit_dumps {
	struct jit_dump_open list[JIT_DUMPS_MAX];
	uint32_t n;
};

void jit_dumps_fini(struct jit_dumps *d);

/*
 * Opens the dump that a process in a container has mapped, or one of another user, whose dump is only kept in the cache
 * (record/buildid/jit_kept.h). path: as the process sees it. A later dump of the same
 * process replaces the earlier one. A dump that cannot be opened is skipped.
 */
void jit_dumps_see(struct jit_dumps *d, struct aside *aside, uint32_t pid, const char *path, bool is_contained);

/* Adds a dump that is open; O_PATH is enough. Takes over fd, and closes it if there is no room. */
void jit_dumps_take(struct jit_dumps *d, const struct foreign_process *process, bool is_contained, int fd);

/*
 * Copies the dumps, as they are now, into the folder (JIT_COPY_FOLDER), and adds a diagnostic about each. *left: as for
 * jit_copy.
 */
void jit_dumps_copy(const struct jit_dumps *d, const char *folder, uint64_t *left, struct diagnostics *diagnostics);

#endif
