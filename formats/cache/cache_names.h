/*
 * cache_names: what the parts of a build-id cache are called, below its folder.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_FORMATS_CACHE_CACHE_NAMES_H
#define PREC_FORMATS_CACHE_CACHE_NAMES_H

#include "formats/record/abi.h"

#include <dirent.h>
#include <limits.h>
#include <stdbool.h>
#include <sys/types.h>

#define CACHE_LINKS ".build-id"
#define CACHE_MARKS ".prec"

/* ".build-id/ab/cdef...", with what comes after it. False: too short an id. */
bool cache_link_path(char path[PATH_MAX], const struct build_id *id, const char *after);

/* ".prec/abcdef..." */
void cache_mark_path(char path[PATH_MAX], const struct build_id *id);

/* "usr/bin/prog/abcdef..." of a file's absolute path. -EINVAL where that would lead out of the cache. */
int cache_entry_folder(char folder[PATH_MAX], const struct build_id *id, const char *name);

/* An id from two parts of its text, in small letters. */
bool cache_parse_id(struct build_id *ret_id, const char *first, const char *rest);

/* A folder below dir, or NULL with errno set. */
DIR *cache_open_folder(int dir, const char *path);

bool cache_is_dot(const char *name);

/*
 * cache_dir: where a user's build-id cache is:
 *
 *	PERF_BUILDID_DIR
 *	`dir` of [buildid] in the settings of Linux perf (common/perf_config.h), if it is an absolute path
 *	.debug in the user's home
 *
 * Threads: no state, any thread.
 */

/* Of the user with that home (NULL or "": not known). False: nothing says where, or the path is too long. */
bool cache_dir_find(char dir[PATH_MAX], const char *home, uid_t user);

#endif
