/*
 * cache_names: makes the names of folders and files in a build-id cache, and finds a user's cache.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_FORMATS_CACHE_CACHE_NAMES_H
#define PREC_FORMATS_CACHE_CACHE_NAMES_H

#include "formats/record/record.h"

#include <dirent.h>
#include <limits.h>
#include <stdbool.h>
#include <sys/types.h>

#define CACHE_LINKS ".build-id"
#define CACHE_MARKS ".prec"

/* Writes the path of an id's link, ".build-id/ab/cdef...", and `after` behind it. False: the id is too short. */
bool cache_link_path(char path[PATH_MAX], const struct build_id *id, const char *after);

/* Writes the path of an id's mark, ".prec/abcdef...". */
void cache_mark_path(char path[PATH_MAX], const struct build_id *id);

/*
 * Writes the path of an entry's folder, "usr/bin/prog/abcdef...". name: the file's absolute path. 0 or a negative
 * errno; -EINVAL: the path would lead out of the cache.
 */
int cache_entry_folder(char folder[PATH_MAX], const struct build_id *id, const char *name);

/*
 * Makes the id of a mapped file that has no build-id, by which a copy of it is in the cache: its device, inode and
 * generation, as big-endian numbers. No file has such a build-id but one that is made to deceive: so a copy counts only
 * if it has none. Its time of modification is the time when the file was last changed: st_ctim of the original.
 */
struct build_id cache_mapped_id(const struct mapped_file *file);

/* Parses an id whose text is first and rest together, in lower case. False: it is none. */
bool cache_parse_id(struct build_id *ret_id, const char *first, const char *rest);

/* Opens a folder below dir, for closedir(3). NULL: errno says why not. */
DIR *cache_open_folder(int dir, const char *path);

/* True for "." and "..". */
bool cache_is_dot(const char *name);

/*
 * A user's cache is in the first of these that is set:
 *
 *	PERF_BUILDID_DIR
 *	`dir` of [buildid] in the settings of Linux perf (common/perf_config.h), if it is an absolute path
 *	.debug in the user's home
 */

/* Finds the cache of a user. home: NULL or "": not known. False: none of these is set, or the path is too long. */
bool cache_dir_find(char dir[PATH_MAX], const char *home, uid_t user);

#endif
