/*
 * kallsyms_cache: the copy of a kernel's kallsyms in the build-id cache, in the layout of Linux perf, which uses it
 * too:
 *
 *	CACHE/[kernel.kallsyms]/BUILD-ID/kallsyms	the text
 *	CACHE/.build-id/BU/ILD-ID			a link to ../../[kernel.kallsyms]/BUILD-ID
 *
 * A kernel takes 50 ms to generate the text; reading the copy takes 1 ms.
 */
#ifndef PREC_REPORT_SYMBOLS_KALLSYMS_CACHE_H
#define PREC_REPORT_SYMBOLS_KALLSYMS_CACHE_H

#include "common/error.h"
#include "formats/record/abi.h"

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

/*
 * Opens the copy of a kernel's kallsyms, and writes its path to `path`. It must be a regular file of this user or root
 * that nobody else may write: the cache may be another user's, or lie where all may write. Returns a descriptor;
 * -ENOENT: there is none; -EPERM: it is not trusted; -errno of open(2).
 */
int kallsyms_cache_open(char *path, size_t size, const char *cache, const struct build_id *id, struct error *err);

/*
 * Stores the text atomically: other processes find all of it or nothing. Only its owner may read it, since it shows
 * where the kernel lies. A text with hidden addresses is not stored. False: not stored, which is no error.
 */
bool kallsyms_cache_store(const char *cache, const struct build_id *id, const char *text, size_t size);

/* The directories that kallsyms_cache_store writes to (O_PATH). */
struct kallsyms_folders {
	int texts, links;
};

/*
 * Opens the directories, and makes them if they do not exist. Root does not use those of another user. False:
 * impossible; then nothing will be stored.
 */
bool kallsyms_cache_folders(struct kallsyms_folders *ret, const char *cache, const struct build_id *id);

/* Says whether a text, or its beginning, has an address other than 0. */
bool kallsyms_shows_addresses(const char *text, size_t size);

#endif
