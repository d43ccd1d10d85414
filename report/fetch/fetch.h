/*
 * fetch: gets files by build-id from debuginfod servers, for a reader in its sandbox.
 *
 *	reader ---- socket ---- helper ---- processes with libdebuginfod ---- servers
 *	 | fetch_want: a build-id      one request each, at once
 *	 | fetch_path: waits           the path of the file in the client's cache
 *
 * The helper (report/fetch/fetch_helper.h) is started before the reader enters its sandbox. Only build-ids of a
 * recording reach it. The caller checks, in its sandbox, that a file is the one it asked for.
 *
 * All requests share one time limit, which starts with the first. After it, or when the helper has ended, every request
 * fails at once.
 *
 * Thread: every function but fetch_start and fetch_stop may be called from any number of threads at the same time.
 */
#ifndef PREC_REPORT_FETCH_FETCH_H
#define PREC_REPORT_FETCH_FETCH_H

#include "report/fetch/fetch_requests.h"

struct fetch_options {
	const char *urls; /* in the form of DEBUGINFOD_URLS; NULL: those of the environment */
	unsigned seconds; /* limit of all requests together, 1 or more */
	/*
	 * Called about twice a second while a thread waits, and with zeros afterwards; by one thread at a time. May be
	 * NULL.
	 */
	void (*waiting)(void *context, unsigned done, unsigned all, unsigned seconds_left);
	void *context;
};

struct fetch;

/*
 * Starts the helper. Call it before any thread is started. Borrows the strings. 0 or a negative errno; -ENOSYS: prec
 * was built without debuginfod.
 */
int fetch_start(struct fetch **ret_fetch, const struct fetch_options *options);

/*
 * Ends the helper, and waits for it if all requests are answered. Otherwise it ends by itself some two seconds later. f
 * may be NULL.
 */
void fetch_stop(struct fetch *f);

/* Asks for a file without waiting; a second request for it does nothing. An id of size 0 is ignored. */
void fetch_want(struct fetch *f, const struct build_id *id, enum fetch_kind kind);

/*
 * Waits for a file and returns its path, valid until fetch_stop. Asks for it if fetch_want did not. NULL: no server has
 * it, or the time is over.
 */
const char *fetch_path(struct fetch *f, const struct build_id *id, enum fetch_kind kind);

/* Reports that the fetched file has another build-id. It is removed from the cache and not returned again. */
void fetch_refuse(struct fetch *f, const struct build_id *id, enum fetch_kind kind);

struct fetch_counts fetch_counts(struct fetch *f);

#endif
