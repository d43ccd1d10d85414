/*
 * foreign_file: a file that a process with mounts or a root of its own wrote, taken as that process's user could.
 *
 * An unprivileged user who makes a mount namespace mounts there what he likes over any name: a file that only root may
 * read, or the folder that has it. So root looks names up with the rights of the process's user, and the file has to
 * belong to him by the file system itself; nothing may be mounted over it, and no link lead to it.
 *
 * Threads: the calling thread takes the rights of the user for the time of a call, and of his groups the first one.
 */
#ifndef PREC_COMMON_FOREIGN_FILE_H
#define PREC_COMMON_FOREIGN_FILE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>

/* Whose files are taken. */
struct foreign_process {
	uint32_t pid;   /* as this process sees it */
	uint32_t inner; /* as it calls itself */
	uid_t uid;      /* with which it makes files */
	gid_t gid;
	uint64_t started; /* after the machine, in ticks of its clock: with pid it is no other process */
};

/*
 * Finds out all of that, and opens the process's root. *ret_root: a folder (O_PATH), for the caller to close; all is of
 * one process, also if it ends meanwhile and another one gets its number. 0 or a negative errno.
 */
int foreign_process_open(struct foreign_process *ret, uint32_t pid, int *ret_root);

/* When a process was started, likewise; 0: it is gone. */
uint64_t foreign_process_started(uint32_t pid);

/* The folder that an absolute path of the process's leads to: a descriptor (O_PATH), or a negative errno. */
int foreign_folder_open(const struct foreign_process *p, int root, const char *path);

/*
 * Finds the file of that name in the folder: a descriptor that cannot be read (O_PATH), with *ret_status filled, or a
 * negative errno: -EPERM: it is not the user's; -EXDEV: something is mounted there; -ELOOP: a link.
 */
int foreign_file_find(const struct foreign_process *p, int folder, const char *name, struct stat *ret_status);

/* The same of an absolute path of the process's. */
int foreign_path_find(const struct foreign_process *p, int root, const char *path, struct stat *ret_status);

/* Opens what was found for reading, and closes `found`. A descriptor or a negative errno. */
int foreign_file_open(const struct foreign_process *p, int found);

/*
 * jit_mark: what tells a copy that recording made of a JIT's map or dump from a file that somebody wrote: an extended
 * attribute, user.prec.copy, see xattr(7). Its owner can change it as he can the file; so a mark never makes a file
 * more than it is without.
 *
 * Threads: no state, any thread.
 */

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
