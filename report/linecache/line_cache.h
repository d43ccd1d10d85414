/*
 * line_cache: where the answers about source lines are kept on the disk, and reading them.
 *
 *	$XDG_CACHE_HOME/prec/lines/BUILD-ID-TAG     an entry (report/linecache/line_entry.h), one a file
 *
 * Writing is for a process of its own (report/linecache/line_store.h). The cache is used only by its owner: a
 * directory or an entry of another user, root's too, or one that others may write, is as if it were not there.
 */
#ifndef PREC_REPORT_LINECACHE_LINE_CACHE_H
#define PREC_REPORT_LINECACHE_LINE_CACHE_H

#include "report/linecache/line_entry.h"

#include <limits.h>

/* What all entries together may take, unless the user says otherwise. */
#define LINE_CACHE_DEFAULT (256ull << 20)
#define LINE_CACHE_MAX_MIB (1u << 20)

/* XDG Base Directory Specification: XDG_CACHE_HOME, if it is an absolute path, or ~/.cache. False: neither is known. */
bool line_cache_directory(char path[static PATH_MAX]);

/*
 * PREC_LINE_CACHE, how many MiB all entries may take: 0 for no cache. LINE_CACHE_DEFAULT where it is not set. False: it
 * is no such number.
 */
bool line_cache_limit(uint64_t *ret_bytes);

/* Whether it is this user's alone to write, by fstat(2). */
bool line_cache_is_own(const struct stat *status);

/*
 * The entry of a key, its bytes malloced: the caller frees (void *)ret_entry->data. 0; -ENOENT: there is none, -EPERM:
 * it is another's, -EBADMSG and -ESTALE as line_entry_parse, or a negative errno.
 */
int line_cache_read(struct line_entry *ret_entry, const char *directory, const struct line_key *key);

#endif
