/*
 * safe_open: opens paths that others may have chosen or changed: regular files to read, own folders to write into.
 *
 * Opening a device may have effects (a watchdog starts, a tape rewinds), and opening a named pipe wakes or blocks the
 * process at its other end. So a path is looked up without opening (O_PATH), what it leads to is checked, and that very
 * file is opened.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_COMMON_SAFE_OPEN_H
#define PREC_COMMON_SAFE_OPEN_H

#include <stdbool.h>
#include <sys/stat.h>

/*
 * Finds a regular file, relative to dirfd. Returns a descriptor for the caller to close, which cannot be read (O_PATH),
 * with *ret_status filled; or a negative errno, -EINVAL: it is no regular file.
 */
int regular_file_find(int dirfd, const char *path, struct stat *ret_status);

/* Finds a name in a folder that others can write to: a symbolic link there is -EINVAL, wherever it leads. */
int regular_file_find_here(int dirfd, const char *name, struct stat *ret_status);

/*
 * Finds a path below a container's root; symbolic links are resolved within it (openat2(2), RESOLVE_IN_ROOT). -ENOSYS
 * before Linux 5.6.
 */
int regular_file_find_below(int root, const char *path, struct stat *ret_status);

/*
 * Whether the file is on a pseudo file system (/proc, /sys and the like). Such files are regular ones too and never a
 * program, and some have effects when they are opened or mapped: those of PCI devices in sysfs map registers.
 */
bool regular_file_is_made_up(int found);

/*
 * Opens what was found for reading, and closes `found`. Returns a descriptor or a negative errno; -ENOENT without
 * /proc.
 */
int regular_file_open(int found);

/* Flags of own_folder_open. MAKE creates missing folders, with the mode. */
#define OWN_FOLDER_MAKE 1u
/* Requires that only this user can write there; new folders are made only in folders of which that is true. */
#define OWN_FOLDER_OWN 2u
/* Requires that every folder of the path is this user's or root's in that way, so that nobody else can replace one. */
#define OWN_FOLDER_WHOLE 4u

/*
 * Opens a folder to write into. Root with another user's HOME must not write where that user's symbolic links lead:
 * each component is looked up in the folder before it, which stays open, and links of users other than this one and
 * root are not followed. The descriptor stays that of the checked folder, wherever the path leads later.
 *
 * Returns a descriptor (O_PATH) or a negative errno; -EPERM: it belongs to another user, or a link of another user is
 * on the way. Without OWN_FOLDER_OWN such links are followed for all but root.
 */
int own_folder_open(const char *path, unsigned flags, mode_t mode);

/* Opens a path below the folder dir; "": dir itself. */
int own_folder_open_at(int dir, const char *path, unsigned flags, mode_t mode);

/* Whether a folder belongs to this user, and nobody else may write there. */
bool own_folder_is_own(const struct stat *status);

#endif
