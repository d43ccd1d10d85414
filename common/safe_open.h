/*
 * safe_open: opens paths that others may have chosen or changed: regular files to read, own folders to write into.
 *
 * Opening a device may have effects (a watchdog starts, a tape rewinds), and opening a named pipe wakes or blocks the
 * process at its other end. So a path is looked up without opening the file (O_PATH), the file is checked, and then
 * this same file is opened.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_COMMON_SAFE_OPEN_H
#define PREC_COMMON_SAFE_OPEN_H

#include <stdbool.h>
#include <sys/stat.h>

/*
 * Finds a regular file, relative to dirfd, and fills *ret_status. Returns a descriptor with O_PATH, which the caller
 * closes, or a negative errno; -EINVAL: it is no regular file.
 */
int regular_file_find(int dirfd, const char *path, struct stat *ret_status);

/* Finds a file by its name in a folder that others can write to, likewise; a symbolic link is -EINVAL. */
int regular_file_find_here(int dirfd, const char *name, struct stat *ret_status);

/*
 * Finds a file by its path below a container's root, likewise; symbolic links are resolved below the root (openat2(2),
 * RESOLVE_IN_ROOT). -ENOSYS: before Linux 5.6.
 */
int regular_file_find_below(int root, const char *path, struct stat *ret_status);

/*
 * True if the file is on a pseudo file system (/proc, /sys and others). Such files count as regular ones, but are no
 * programs, and to open or map some has effects: those of PCI devices in sysfs map registers.
 */
bool regular_file_is_made_up(int found);

/*
 * Opens a file that was found for reading, and closes `found` in any case. Returns a descriptor or a negative errno;
 * -ENOENT: also if there is no /proc.
 */
int regular_file_open(int found);

/* Makes missing folders, with the mode. */
#define OWN_FOLDER_MAKE 1u
/* Requires that only this user can write to the folder, and to those in which new folders are made. */
#define OWN_FOLDER_OWN 2u
/* Requires that only this user and root can write to each folder of the path, so that nobody else can replace one. */
#define OWN_FOLDER_WHOLE 4u

/*
 * Opens a folder to write into. flags: OWN_FOLDER_*. Root with another user's HOME must not write where that user's
 * symbolic links lead: so each component is looked up in the folder before it, which stays open, and links of users
 * other than this one and root are not followed. Without OWN_FOLDER_OWN they are, but not for root.
 *
 * Returns a descriptor with O_PATH, which the caller closes, or a negative errno; -EPERM: the folder belongs to another
 * user, or a link of another user is in the path.
 */
int own_folder_open(const char *path, unsigned flags, mode_t mode);

/* Opens a path below the folder dir; "": dir itself. */
int own_folder_open_at(int dir, const char *path, unsigned flags, mode_t mode);

/* True if a folder belongs to this user, and nobody else may write to it. */
bool own_folder_is_own(const struct stat *status);

#endif
