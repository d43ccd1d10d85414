/*
 * line_cache: finds and reads the cache of source lines on the disk.
 *
 *	$XDG_CACHE_HOME/prec/lines/BUILD-ID-TAG     an entry (report/linecache/line_entry.h), one a file
 *
 * A process of its own writes it (report/linecache/line_store.h). Only its owner uses it: a directory or an entry that
 * belongs to another user, root included, or that others may write, is ignored.
 */
#ifndef PREC_REPORT_LINECACHE_LINE_CACHE_H
#define PREC_REPORT_LINECACHE_LINE_CACHE_H

#include "report/linecache/line_entry.h"

#include <limits.h>

/* Default limit of the bytes of all entries. */
#define LINE_CACHE_DEFAULT (256ull << 20)
#define LINE_CACHE_MAX_MIB (1u << 20)

/*
 * Writes the path of the directory: $XDG_CACHE_HOME/prec/lines if that is an absolute path, else ~/.cache/prec/lines
 * (XDG Base Directory Specification). False: neither is known.
 */
bool line_cache_directory(char path[static PATH_MAX]);

/*
 * Reads PREC_LINE_CACHE, the limit of all entries in MiB, 0 for no cache. LINE_CACHE_DEFAULT if it is not set. False:
 * it is no number up to LINE_CACHE_MAX_MIB.
 */
bool line_cache_limit(uint64_t *ret_bytes);

/* Says whether a file belongs to this user and nobody else may write it. status: of fstat(2). */
bool line_cache_is_own(const struct stat *status);

/*
 * Reads the entry of a key. The caller frees (void *)ret_entry->data. 0; -ENOENT: there is none, -EPERM: it is ignored
 * (see above), -EBADMSG and -ESTALE as line_entry_parse, or another negative errno.
 */
int line_cache_read(struct line_entry *ret_entry, const char *directory, const struct line_key *key);

#endif
