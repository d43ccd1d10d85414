/*
 * cache_file: puts a file's contents at another place, at once and as cheaply as the file systems can.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_FORMATS_CACHE_CACHE_FILE_H
#define PREC_FORMATS_CACHE_CACHE_FILE_H

#include <limits.h>
#include <stdint.h>

/* How a cache's folders are opened to be changed: see common/safe_open.h. */
unsigned cache_file_rights(void);

/*
 * Opens the folder of the last part of a path below dir, made where there is none. *ret_name: that part. A descriptor
 * or a negative errno.
 */
int cache_file_open_folder(int dir, const char *path, const char **ret_name);

/*
 * A name beside `path` that is not taken by others that do the same at this moment; into other. 0 or -ENAMETOOLONG.
 */
int cache_file_other_name(char other[PATH_MAX], const char *path);

/* What copies may take. */
struct cache_room {
	uint64_t left; /* bytes; less by what is copied */
	uint64_t file; /* of one file */
};

/*
 * The contents of fd, an open regular file, at path below dir, whose folders are made; in place of what is there. 0 or
 * a negative errno, -EFBIG: there is no room.
 */
int cache_file_put(int dir, const char *path, int fd, struct cache_room *room);

#endif
