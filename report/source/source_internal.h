/*
 * source_internal: the inside of struct source and of the files in it, for source*.c of the reader's side.
 *
 *	source.c            making and freeing, looking up
 *	source_cache.c      windows of a file that are known: made before, or kept
 *	source_requests.c     requests to workers, and what becomes of answers
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
	struct source_origin place;               /* its strings owned */
	uint32_t generations[SOURCE_WORKERS_MAX]; /* by channel: of the worker that has opened it; 0: none */
	atomic_bool lost;                         /* it is not asked for any more */
	pthread_mutex_t lock;                     /* of the rest; after that of a channel */
	void *windows[2];                         /* trees (search.h) of those without and with lines */
	bool kept_known;
	struct source_kept kept;
	char *missing; /* a file with a part of its debug information that is not here; NULL: none */
	bool misses_more;
};

struct source {
	struct source_channel channels[SOURCE_WORKERS_MAX];
	unsigned n_channels;
	const char *cache;
	pthread_mutex_t lock;
	struct source_file *files;
	uint32_t n_files;
	atomic_size_t taken; /* by windows */
	atomic_uint deaths, lost;
	atomic_int code; /* see struct source_counts */
	atomic_uint_fast64_t kept;
};

/* Whether an address has a window, with lines if they are wanted. NULL: none. The file's lock is held. */
const struct source_window *source_cache_find(struct source_file *f, uint64_t address, bool want_lines);

/* The same, with the lock not held. */
bool source_cache_has(struct source_file *f, uint64_t address, bool want_lines);

/* Keeps the window that a worker has sent. False: it is none for this address. */
bool source_cache_add(struct source_file *f, uint64_t address, bool lines, const struct buffer *bytes);

/*
 * Keeps a window without anything: for the unit where the worker is, if it holds the address, or the address alone.
 * keep: for the next time, too.
 */
void source_cache_add_empty(struct source_file *f, const struct source_progress *p, uint64_t address, bool lines,
			    bool keep);

/* Asks a worker for n addresses, ascending. Takes the lock of its channel. */
void source_ask(struct source_file *f, const uint64_t *addresses, uint32_t n, bool want_lines, unsigned worker);

#endif
