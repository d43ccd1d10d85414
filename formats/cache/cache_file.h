/*
 * cache_file: puts a file's contents at another place, at once and as cheaply as the file systems can.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_FORMATS_CACHE_CACHE_FILE_H
#define PREC_FORMATS_CACHE_CACHE_FILE_H

#include <limits.h>

/* Makes every folder that leads to the last part of a path below dir. 0 or a negative errno. */
int cache_file_make_folders(int dir, const char *path);

/*
 * A name beside `path` that is not taken by others that do the same at this moment; into other. 0 or -ENAMETOOLONG.
 */
int cache_file_other_name(char other[PATH_MAX], const char *path);

/* The contents of fd, an open regular file, at path below dir; in place of what is there. 0 or a negative errno. */
int cache_file_put(int dir, const char *path, int fd);

#endif
