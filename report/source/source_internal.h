/*
 * source_internal: struct source and its files, shared by the two .c files of the reader's side.
 *
 *	source.c            creation, lookups, and the windows in memory and in the line cache
 *	source_requests.c     requests to workers, and their answers
 */
#ifndef PREC_REPORT_SOURCE_SOURCE_INTERNAL_H
#define PREC_REPORT_SOURCE_SOURCE_INTERNAL_H

#include "report/source/source_channel.h"
#include "report/source/source_kept.h"
#include "report/source/source_server.h"

#include <stdatomic.h>

struct source_file {
	struct source_file *next;
	struct source *all;
	uint32_t number;
	struct source_origin origin;              /* its strings owned */
	uint32_t generations[SOURCE_WORKERS_MAX]; /* by channel: generation of the worker that has opened it; 0: none */
	atomic_bool lost;                         /* workers failed on it: ask no more */
	pthread_mutex_t lock;                     /* of the fields below; taken after the lock of a channel */
	void *windows[2];                         /* trees (search.h) of windows [0] without, [1] with lines */
	bool kept_known;
	struct source_kept kept;
	char *missing; /* name of a missing file with a part of its debug information; NULL: none */
	bool misses_more;
};

struct source {
	struct source_channel channels[SOURCE_WORKERS_MAX];
	unsigned n_channels;
	const char *cache;
	pthread_mutex_t lock;
	struct source_file *files;
	uint32_t n_files;
	atomic_size_t taken; /* bytes of all windows */
	atomic_uint deaths, lost;
	atomic_int code; /* see struct source_counts */
	atomic_uint_fast64_t kept;
};

/*
 * Finds the window of an address, in memory or in the line cache; with lines if they are wanted. NULL: none. The caller
 * holds the file's lock.
 */
const struct source_window *source_cache_find(struct source_file *f, uint64_t address, bool want_lines);

/* Says whether source_cache_find finds a window. Takes the lock. */
bool source_cache_has(struct source_file *f, uint64_t address, bool want_lines);

/* Adds the window that a worker has sent. False: it is damaged, or does not hold the address. */
bool source_cache_add(struct source_file *f, uint64_t address, bool lines, const struct buffer *bytes);

/*
 * Adds an empty window: for the unit that the worker reads, if it holds the address, else for the address alone. keep:
 * also store it in the line cache.
 */
void source_cache_add_empty(struct source_file *f, const struct source_progress *p, uint64_t address, bool lines,
			    bool keep);

/* Asks a worker for n addresses, ascending. Takes the lock of its channel. */
void source_ask(struct source_file *f, const uint64_t *addresses, uint32_t n, bool want_lines, unsigned worker);

#endif
