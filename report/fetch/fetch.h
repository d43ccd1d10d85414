/*
 * fetch: files by their build-ids from debuginfod servers, for a reader in its sandbox.
 *
 *	reader ---- socket ---- helper ---- processes with libdebuginfod ---- servers
 *	 | fetch_want: a build-id      one request each, at once
 *	 | fetch_path: waits           the path of the file in the client's cache
 *
 * The helper (report/fetch/fetch_helper.h) is started before the reader enters its sandbox. Nothing of a recording
 * reaches it but build-ids. Whether a file is the one that was asked for is for the caller to see, in its sandbox.
 *
 * The time that all requests together may take begins with the first. After it, and once the helper is gone, every
 * request fails at once.
 *
 * Thread: every function but fetch_start and fetch_stop may be called from any number of threads at the same time.
 */
#ifndef PREC_REPORT_FETCH_FETCH_H
#define PREC_REPORT_FETCH_FETCH_H

#include "report/fetch/fetch_requests.h"

struct fetch_options {
	const char *urls; /* in the form of DEBUGINFOD_URLS; NULL: those of the environment */
	unsigned seconds; /* for all requests together, 1 or more */
	/* Called about twice a second while somebody waits, and then with zeros; by one thread at a time. NULL: not. */
	void (*waiting)(void *context, unsigned done, unsigned all, unsigned seconds_left);
	void *context;
};

struct fetch;

/* Starts the helper, before any thread is started. 0 or a negative errno; -ENOSYS: prec was built without. The
 * strings must last as long. */
int fetch_start(struct fetch **ret_fetch, const struct fetch_options *options);

/*
 * Ends the helper. It is waited for where all requests are answered; else it ends by itself, some two seconds later. f
 * may be NULL.
 */
void fetch_stop(struct fetch *f);

/* Asks for a file, once, and does not wait for it. An id of size 0 is nothing. */
void fetch_want(struct fetch *f, const struct build_id *id, enum fetch_kind kind);

/*
 * The path of a file, asked for now if it was not, once it is here; valid until fetch_stop. NULL: there is none, or not
 * in time.
 */
const char *fetch_path(struct fetch *f, const struct build_id *id, enum fetch_kind kind);

/* The file of that path is not the one that was asked for: it is removed from the cache, and not returned again. */
void fetch_refuse(struct fetch *f, const struct build_id *id, enum fetch_kind kind);

struct fetch_counts fetch_counts(struct fetch *f);

#endif
