/*
 * jit_copy: a file in which a process of a container says what code it made, copied to where readers look for it.
 *
 * A copy is the process's user's, as the file is, or the user's for whom root records by sudo(8), and may be read by
 * those who may read the file. It has a mark (common/foreign_file.h), by which readers know whose word it is, and a
 * later recording that the process is gone.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_BUILDID_JIT_COPY_H
#define PREC_RECORD_BUILDID_JIT_COPY_H

#include "common/foreign_file.h"

/* Where readers look. */
#define JIT_COPY_FOLDER "/tmp"

/* What the copies of a recording may take of the disk, or half of what is free there. */
#define JIT_COPY_MAX_BYTES (1ull << 30)

/* Processes whose files are copied. */
#define JIT_COPIES_MAX 64

/*
 * Copies what is open for reading, from its beginning, into FOLDER/NAME, in one step; holes stay holes. A file of that
 * name is replaced if it is this user's own, or root's copy. *left: the bytes that may be written, which become fewer.
 * 0 or a negative errno: -EEXIST: there is another user's file, or no file; -EFBIG: there are more bytes; -EOPNOTSUPP:
 * the file system has no marks.
 */
int jit_copy(const char *folder, const char *name, int from, const struct foreign_process *process, uint64_t *left);

/* Copies of several processes. */
struct jit_copies {
	uint32_t n;
	int fds[JIT_COPIES_MAX]; /* that are needed, one a process */
	/* Copies that of number i by jit_copy, and returns what that does. */
	int (*copy)(const void *context, uint32_t i, uint64_t *left);
	const void *context;
	int results[JIT_COPIES_MAX]; /* filled in */
};

/* Makes them in a process of its own (common/aside_steps.h), which is left behind where it is stuck. */
void jit_copies_make(struct jit_copies *c, uint64_t *left);

/* What the copies of a recording may take there; and in words why there is none. */
uint64_t jit_copy_room(const char *folder);
const char *jit_copy_reason(int result);

/* Removes copies that were made for a process that had the number before. */
void jit_copy_forget(const char *folder, uint32_t pid);

#endif
