/*
 * jit_dumps: the jit-NUMBER.dump of JITs in containers, which say what code was where at which time.
 *
 * A process maps its dump, so that a record has its path; but in a container that leads nowhere for a reader, least of
 * all when the container is gone. So the dump is opened when the record comes, and in the end copied to
 * /tmp/jit-PID.dump, by the number that the recording has.
 *
 * What the process wrote is taken as its user could take it (common/foreign_file.h) and copied as it is; readers do not
 * trust it either.
 *
 * Ownership: _fini; an empty list is all zero. One thread at a time.
 */
#ifndef PREC_RECORD_BUILDID_JIT_DUMPS_H
#define PREC_RECORD_BUILDID_JIT_DUMPS_H

#include "common/foreign_file.h"
#include "common/diagnostics.h"
#include "common/aside.h"
#include "record/buildid/jit_copy.h"

#include <stdint.h>

#define JIT_DUMPS_MAX JIT_COPIES_MAX /* processes whose dump is kept open */

struct jit_dump_open {
	struct foreign_process process;
	int fd; /* O_PATH */
};

struct jit_dumps {
	struct jit_dump_open list[JIT_DUMPS_MAX];
	uint32_t n;
};

void jit_dumps_fini(struct jit_dumps *d);

/*
 * A process that has another root or other pids has mapped the dump of that path, which means what it means to the
 * process. Of several the last one is kept; one that cannot be opened is passed over.
 */
void jit_dumps_see(struct jit_dumps *d, struct aside *aside, uint32_t pid, const char *path);

/* Takes a descriptor, which need not be one to read, over as that of the process's dump. */
void jit_dumps_take(struct jit_dumps *d, const struct foreign_process *process, int fd);

/* Copies what is in the dumps by now into the folder (JIT_COPY_FOLDER). *left: as jit_copy has it. */
void jit_dumps_copy(const struct jit_dumps *d, const char *folder, uint64_t *left, struct diagnostics *diagnostics);

#endif
