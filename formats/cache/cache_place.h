/*
 * cache_place: where a user's build-id cache is:
 *
 *	PERF_BUILDID_DIR
 *	`dir` of [buildid] in .perfconfig in the user's home, else in /etc/perfconfig, as Linux perf has it there
 *	.debug in the user's home
 *
 * Of these files nothing else is used. One that is no regular file, larger than CACHE_CONFIG_MAX, or of another user
 * than this one and root is as if it were not there; and so is a value that is no absolute path. Source:
 * tools/perf/util/config.c.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_FORMATS_CACHE_CACHE_PLACE_H
#define PREC_FORMATS_CACHE_CACHE_PLACE_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#define CACHE_CONFIG_MAX 65536 /* bytes */

/* Of the user with that home (NULL or "": not known). False: nothing says where, or the path is too long. */
bool cache_place_find(char dir[PATH_MAX], const char *home, uid_t user);

/* The value of buildid.dir in a text of the form of perfconfig; of several the last one. False: there is none. */
bool cache_place_parse(char dir[PATH_MAX], const char *text, size_t size);

#endif
