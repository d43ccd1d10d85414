/*
 * output_old: what has the name of a recording that is to begin: an older recording is kept as NAME.old, as Linux perf
 * does; what is none, and what another recording is writing, stays.
 *
 * A file belongs to the recording that has its lock (flock(2)) while the path still names it; of a directory, that is
 * its perf.data file. File systems without locks do without.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_OUTPUT_OUTPUT_OLD_H
#define PREC_RECORD_OUTPUT_OUTPUT_OLD_H

#include "common/error.h"

#include <stdbool.h>

/* How often a name that is taken is looked up again: every try that fails is another recording's success. */
#define OUTPUT_TRIES 100

/* kind: LOCK_EX or LOCK_SH. False where another recording has it. */
bool output_old_lock(int fd, int kind);

/* -EWOULDBLOCK, with its message. */
int output_old_locked(struct error *err, const char *path);

/* 0; -EWOULDBLOCK where another recording is writing the file, or the directory. */
int output_old_check(const char *path, struct error *err);

/* Opens an older recording to lock it, whatever may be done with it: a descriptor or -1, with errno. */
int output_old_open(const char *path);

/*
 * Renames it to NAME.old, in place of an older one of that name, which is removed; a directory of that name only if it
 * is a recording. The caller has its lock. 0 or a negative errno.
 */
int output_old_keep(const char *path, struct error *err);

/*
 * Makes the name free: keeps a file that has contents or a directory, and removes an empty file. 0, also where it was
 * free or has become another's meanwhile; -EWOULDBLOCK; -EISDIR: a directory that is no recording, or another negative
 * errno.
 */
int output_old_move(const char *path, struct error *err);

#endif
