/*
 * regular_file: opens what stands at a path only when it is known to be an ordinary file.
 *
 * For paths that somebody else chose: opening a device may do something (a watchdog starts, a tape winds), opening a
 * named pipe wakes or stops who is at its other end. So the path is looked up without opening (O_PATH), what stands
 * there is looked at, and that very thing is opened.
 */
#ifndef PREC_COMMON_REGULAR_FILE_H
#define PREC_COMMON_REGULAR_FILE_H

#include <stdbool.h>
#include <sys/stat.h>

/*
 * Finds a regular file, relative to dirfd. A descriptor that cannot be read (O_PATH), for the caller to close, with
 * *ret_status filled; or a negative errno, -EINVAL where something else stands there.
 */
int regular_file_find(int dirfd, const char *path, struct stat *ret_status);

/* The same of a name in a folder that others write to: a link there is something else, wherever it leads. */
int regular_file_find_here(int dirfd, const char *name, struct stat *ret_status);

/* The same of a path below a folder, the root of a container, out of which no link leads. -ENOSYS before Linux 5.6. */
int regular_file_find_below(int root, const char *path, struct stat *ret_status);

/*
 * Whether the kernel makes the file up (/proc, /sys and the like). Such files are regular ones too, no program lies
 * there, and some do something as they are opened or mapped: those of PCI devices in sysfs map their registers.
 */
bool regular_file_is_made_up(int found);

/* Opens what was found for reading, and closes `found`. A descriptor or a negative errno; -ENOENT without /proc. */
int regular_file_open(int found);

#endif
