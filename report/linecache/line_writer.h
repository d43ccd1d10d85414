/*
 * line_writer: writes an entry of the line cache, first under a temporary name, so that readers see all of it or
 * nothing; and removes old entries. Runs in the process of report/linecache/line_store.h.
 */
#ifndef PREC_REPORT_LINECACHE_LINE_WRITER_H
#define PREC_REPORT_LINECACHE_LINE_WRITER_H

#include "report/linecache/line_entry.h"

#include <stdint.h>

/* The name of an entry and the pid. */
#define LINE_TEMPORARY_SIZE (LINE_NAME_SIZE + 16)

struct line_writer {
	bool begun;
	int code;            /* 0, or the negative errno of the first failure */
	int directory, file; /* file: -1 unless it is open */
	uint64_t left;       /* bytes still to be put */
	char name[LINE_NAME_SIZE], temporary[LINE_TEMPORARY_SIZE];
};

/*
 * Begins an entry of size bytes, and drops an unfinished one. directory: borrowed, or a negative errno, which becomes
 * the code.
 */
void line_writer_begin(struct line_writer *w, int directory, const struct line_key *key, uint64_t size);
void line_writer_put(struct line_writer *w, const void *data, size_t size);

/*
 * Gives the entry its name. 0, or a negative errno: then nothing has changed. -EINVAL: the bytes are no entry, or
 * incomplete.
 */
int line_writer_end(struct line_writer *w);

/* Removes an unfinished entry. *w may be all zero. */
void line_writer_drop(struct line_writer *w);

/* Says whether a name has the form of a temporary file. */
bool line_writer_is_temporary(const char *name);

/* --- the directory, and eviction of entries ---------------------------------------------- */

/*
 * Opens the directory, made with mode 0700 if it does not exist. Only this user may be able to write to it. Returns a
 * descriptor or a negative errno; -EPERM: others can write to it.
 */
int line_eviction_open(const char *path);

/*
 * Removes the least recently used entries until the rest takes at most limit bytes, and temporary files older than an
 * hour. Other files stay. 0 or a negative errno.
 */
int line_eviction_limit(int directory, uint64_t limit);

#endif
