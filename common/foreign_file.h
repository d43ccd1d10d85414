/*
 * foreign_file: opens a file that a process wrote below its own root or in its own mount namespace, with the rights of
 * that process's user.
 *
 * Any user can make a mount namespace and mount there, over any path, a file or folder that only root may read. So root
 * looks up paths with the rights of the process's user. The file has to belong to that user, nothing may be mounted
 * over it, and its name may not be a symbolic link.
 *
 * Threads: any. If it is root's, the calling thread has the user's rights, with his first group only, during a call.
 */
#ifndef PREC_COMMON_FOREIGN_FILE_H
#define PREC_COMMON_FOREIGN_FILE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>

/* The process that wrote the file. */
struct foreign_process {
	uint32_t pid;   /* in this process's pid namespace */
	uint32_t inner; /* in its own pid namespace */
	uid_t uid;      /* the owner of files that it makes, as the next */
	gid_t gid;
	uint64_t started; /* clock ticks after the boot of the machine; with the pid it identifies the process */
};

/*
 * Finds out about a process, and opens its root. *ret_root: a descriptor with O_PATH, which the caller closes. All is
 * of the same process, even if it ends meanwhile and another one gets its pid. 0 or a negative errno.
 */
int foreign_process_open(struct foreign_process *ret, uint32_t pid, int *ret_root);

/* Returns when a process was started, as in struct foreign_process; 0: it has ended. */
uint64_t foreign_process_started(uint32_t pid);

/* Opens a folder by an absolute path below the process's root. Returns an O_PATH descriptor or a negative errno. */
int foreign_folder_open(const struct foreign_process *p, int root, const char *path);

/*
 * Finds a regular file by its name in the folder, and fills *ret_status. Returns a descriptor with O_PATH, or a
 * negative errno; -EPERM: it is not the user's; -EXDEV: something is mounted over it; -ELOOP: it is a symbolic link.
 */
int foreign_file_find(const struct foreign_process *p, int folder, const char *name, struct stat *ret_status);

/* Finds a regular file by an absolute path below the process's root, likewise. */
int foreign_path_find(const struct foreign_process *p, int root, const char *path, struct stat *ret_status);

/* Opens a file that was found for reading, and closes `found` in any case. Returns a descriptor or a negative errno. */
int foreign_file_open(const struct foreign_process *p, int found);

/*
 * jit_mark: marks the copies that the recorder makes of perf maps and jitdumps, by the extended attribute
 * user.prec.copy, see xattr(7). The owner of a file can change its mark; so a mark never makes readers trust a file
 * more.
 *
 * Threads: no state, any thread.
 */

/* The process that wrote the original. */
struct jit_mark {
	uid_t uid;
	uint64_t started; /* as in struct foreign_process */
};

/* Marks an open file. 0 or a negative errno; -EOPNOTSUPP: the file system has no such attributes (old tmpfs). */
int jit_mark_set(int fd, const struct jit_mark *mark);

/* Reads the mark of an open file. False: it has none. */
bool jit_mark_get(struct jit_mark *ret, int fd);

/* Reads the mark of the file at a path; if that is a symbolic link, of the link itself. False: it has none. */
bool jit_mark_get_at(struct jit_mark *ret, const char *path);

#endif
