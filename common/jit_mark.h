/*
 * jit_mark: what tells a copy that recording made of a JIT's map or dump from a file that somebody wrote: an extended
 * attribute, user.prec.copy, see xattr(7). Its owner can change it as he can the file; so a mark never makes a file
 * more than it is without.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_COMMON_JIT_MARK_H
#define PREC_COMMON_JIT_MARK_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* Of the process that wrote what was copied. */
struct jit_mark {
	uid_t uid;
	uint64_t started; /* see common/foreign_file.h */
};

/* 0 or a negative errno; -EOPNOTSUPP: the file system has no such attributes (tmpfs: before Linux 6.6). */
int jit_mark_set(int fd, const struct jit_mark *mark);

/* False: there is none. */
bool jit_mark_get(struct jit_mark *ret, int fd);

/* The same of what stands at a path, not of what a link there leads to. */
bool jit_mark_get_at(struct jit_mark *ret, const char *path);

#endif
