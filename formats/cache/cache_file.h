/*
 * cache_file: copies a file into a cache, in one step, with as little work as the file systems allow.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_FORMATS_CACHE_CACHE_FILE_H
#define PREC_FORMATS_CACHE_CACHE_FILE_H

#include <limits.h>
#include <stdint.h>
#include <time.h>

/* Returns the flags to open a cache's folders with (common/safe_open.h), if they may be changed. */
unsigned cache_file_rights(void);

/*
 * Opens the folder that contains `path`, a path below dir, and makes it if there is none. *ret_name: the last part of
 * path. Returns a descriptor or a negative errno.
 */
int cache_file_open_folder(int dir, const char *path, const char **ret_name);

/* Writes a name for a temporary file beside `path`, which no other process uses. 0 or -ENAMETOOLONG. */
int cache_file_other_name(char other[PATH_MAX], const char *path);

/* What copies may take, in bytes. */
struct cache_room {
	uint64_t left; /* in all; each copy is subtracted */
	uint64_t file; /* for one file */
};

/*
 * Copies the regular file that is open as fd to `path` below dir, and makes its folders; what is there is replaced. 0
 * or a negative errno; -EFBIG: there is not enough room.
 */
int cache_file_put(int dir, const char *path, int fd, struct cache_room *room);

/* Does so, and never makes a link, since nothing else tells when the file is changed later. time: the copy's st_mtim.
 */
int cache_file_put_dated(int dir, const char *path, int fd, const struct timespec *time, struct cache_room *room);

#endif
