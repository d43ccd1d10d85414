/*
 * line_store: the process that writes to the line cache.
 *
 *	prec report --- socket ----> keeper
 *	 | enters the sandbox          reads keys and bytes, interprets neither
 *	   BEGIN key, size             makes a file without its name
 *	   BYTES ...                   writes them
 *	   END                         gives the file its name, all at once; removes what is over the limit, the oldest
 *	            <---- result
 *
 * A reader in its sandbox writes nowhere. Were it taken over by a hostile recording, it could have wrong lines kept,
 * and nothing else: names of files are made of digits here, and a file is not larger than an entry may be. The keeper
 * is started before the reader enters its sandbox and before any thread is started. It makes the directory and enters
 * a sandbox of its own when the first entry comes.
 *
 * Entries that have not been read for the longest time go first, by the times of the file system.
 *
 * Thread: one at a time.
 */
#ifndef PREC_REPORT_LINECACHE_LINE_STORE_H
#define PREC_REPORT_LINECACHE_LINE_STORE_H

#include "report/linecache/line_key.h"

#include <limits.h>
#include <sys/types.h>

struct line_store {
	pid_t pid; /* 0: there is none */
	int socket;
};

struct line_store_options {
	char directory[PATH_MAX];
	uint64_t limit;                         /* bytes of all entries */
	void (*confine)(const char *directory); /* gives up what is not needed to write there; NULL: nothing */
};

/* Copies the options. 0 or a negative errno. */
int line_store_start(struct line_store *k, const struct line_store_options *options);

/* Has an entry kept in place of the one of the same key. 0 or a negative errno; -EPIPE: the keeper is gone. */
int line_store_keep(struct line_store *k, const struct line_key *key, const void *data, size_t size);

/* Ends the keeper and waits for it. Of one that is all zero, too. */
void line_store_stop(struct line_store *k);

#endif
