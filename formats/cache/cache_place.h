/*
 * cache_place: where a user's build-id cache is:
 *
 *	PERF_BUILDID_DIR
 *	`dir` of [buildid] in the settings of Linux perf (common/perf_config.h), if it is an absolute path
 *	.debug in the user's home
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_FORMATS_CACHE_CACHE_PLACE_H
#define PREC_FORMATS_CACHE_CACHE_PLACE_H

#include <limits.h>
#include <stdbool.h>
#include <sys/types.h>

/* Of the user with that home (NULL or "": not known). False: nothing says where, or the path is too long. */
bool cache_place_find(char dir[PATH_MAX], const char *home, uid_t user);

#endif
