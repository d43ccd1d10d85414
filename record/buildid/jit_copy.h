/*
 * jit_copy: copies a process's list of its JIT code (a perf map or jitdump) out of its container, to where readers look
 * for it.
 *
 * If root records, the copy is given to the user of the process, or to the user who called sudo(8). It can be read by
 * those who may read the original. It carries a mark (common/foreign_file.h), which tells readers which user wrote the
 * list, and a later recording that the process is gone.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_BUILDID_JIT_COPY_H
#define PREC_RECORD_BUILDID_JIT_COPY_H

#include "common/foreign_file.h"

#define JIT_COPY_FOLDER    "/tmp"       /* where readers look */
#define JIT_COPY_MAX_BYTES (1ull << 30) /* of all copies of a recording */
#define JIT_COPIES_MAX     64           /* how many processes' files are copied */

/*
 * Copies the file that is open as `from` to FOLDER/NAME, from its first byte; holes stay holes. The copy appears whole
 * or not at all. It replaces a file of that name that belongs to this user or to the process's, or that has a mark.
 * *left: how many bytes may be written; what was written is subtracted. 0 or a negative errno; -EEXIST: something else
 * has the name; -EFBIG: there are more than *left bytes; -EOPNOTSUPP: the file system has no attributes for the mark.
 */
int jit_copy(const char *folder, const char *name, int from, const struct foreign_process *process, uint64_t *left);

/* Copies to make, at most one of a process. */
struct jit_copies {
	uint32_t n;
	int fds[JIT_COPIES_MAX]; /* the descriptor that each copy needs */
	/* Makes copy i by jit_copy, and returns its result. */
	int (*copy)(const void *context, uint32_t i, uint64_t *left);
	const void *context;
	int results[JIT_COPIES_MAX]; /* set by jit_copies_make: 0 or a negative errno */
};

/*
 * Makes the copies in a second process (common/aside_steps.h), which is left behind if a file system does not answer.
 * *left: as for jit_copy.
 */
void jit_copies_make(struct jit_copies *c, uint64_t *left);

/* Returns how many bytes the copies of a recording may take: JIT_COPY_MAX_BYTES, or half of what is free. */
uint64_t jit_copy_room(const char *folder);

/* Returns why there is no copy, as a phrase for the user. result: the negative errno of the copy. */
const char *jit_copy_reason(int result);

/* Removes copies from the folder that were made for an earlier process with the same pid. */
void jit_copy_forget(const char *folder, uint32_t pid);

#endif
