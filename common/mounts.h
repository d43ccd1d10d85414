/*
 * mounts: where file systems are mounted.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_COMMON_MOUNTS_H
#define PREC_COMMON_MOUNTS_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Writes the mount point of a file system of a type ("tracefs") into ret_path, which holds size bytes. option: one that
 * it has to be mounted with ("perf_event"; NULL: any). Of several it is usual (NULL: none is), else the first, so that
 * a second mount below some chroot is not taken for the machine's own. Longer names are passed over. file: like
 * /proc/mounts, see fstab(5); opened relative to the folder dir (AT_FDCWD). 1; 0: there is none, and ret_path is as it
 * was; a negative errno: file cannot be opened.
 */
int mounts_find(int dir, const char *file, const char *type, const char *option, const char *usual, char *ret_path,
		size_t size);

/*
 * Whether a file system is mounted that another program or machine serves (NFS, FUSE): it may not answer. file: as
 * above. Where it cannot be read there is none.
 */
bool mounts_have_served(int dir, const char *file);

#endif
