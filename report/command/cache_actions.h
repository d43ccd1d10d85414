/*
 * cache_actions: what prec buildid-cache does, one action an option. Each logs what went wrong, and with -v what it
 * did, in Linux perf's words.
 *
 * Threads: one at a time.
 */
#ifndef PREC_REPORT_COMMAND_CACHE_ACTIONS_H
#define PREC_REPORT_COMMAND_CACHE_ACTIONS_H

#include "formats/cache/build_id_cache.h"

struct fetch;

/* What actions work with. */
struct cache_actions {
	struct build_id_cache cache;
	struct fetch *fetch; /* who gets the debug information of what is added; NULL: none is wanted. Borrowed */
};

/* For one file of a list. 0 or a negative errno. */
int cache_action_add(struct cache_actions *a, const char *path);
int cache_action_remove(struct cache_actions *a, const char *path);
int cache_action_update(struct cache_actions *a, const char *path);

/* All entries of files that were at the path, which need not be there any more. */
int cache_action_purge(struct cache_actions *a, const char *path);

int cache_action_purge_all(struct cache_actions *a);

/* A line for each entry: build-id and path, by build-id. */
int cache_action_list(struct cache_actions *a);

#endif
