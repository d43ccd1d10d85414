/*
 * kallsyms_cache: the copy of a kernel's kallsyms in the build-id cache, laid out as Linux perf does, which uses it
 * too:
 *
 *	CACHE/[kernel.kallsyms]/BUILD-ID/kallsyms	the text
 *	CACHE/.build-id/BU/ILD-ID			a link to ../../[kernel.kallsyms]/BUILD-ID
 *
 * A kernel needs 50 ms to write that text, reading it from a file takes one.
 */
#ifndef PREC_REPORT_SYMBOLS_KALLSYMS_CACHE_H
#define PREC_REPORT_SYMBOLS_KALLSYMS_CACHE_H

#include "common/error.h"
#include "formats/record/abi.h"

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

/*
 * Opens the copy of that kernel's, and puts its path into `path`. It is believed only if it is a regular file of this
 * user or root, which nobody else may write: the cache may be another user's, or lie where all may write. A descriptor;
 * -ENOENT: there is none; -EPERM: one that is not to be believed; -errno of open(2).
 */
int kallsyms_cache_open(char *path, size_t size, const char *cache, const struct build_id *id, struct error *err);

/*
 * Keeps the text, in one step: other processes find all of it or none. Only its owner may read it, as it shows where
 * the kernel lies. Nothing is kept where the addresses are hidden. False when it was not kept, which harms nobody.
 */
bool kallsyms_cache_store(const char *cache, const struct build_id *id, const char *text, size_t size);

/* Where kallsyms_cache_store writes to: descriptors (O_PATH). */
struct kallsyms_folders {
	int texts, links;
};

/*
 * Opens them, made here if they are not there; root leaves those of another user alone. False when that cannot be, and
 * nothing will be stored.
 */
bool kallsyms_cache_folders(struct kallsyms_folders *ret, const char *cache, const struct build_id *id);

/* Whether a text, or its beginning, has addresses other than 0. */
bool kallsyms_shows_addresses(const char *text, size_t size);

#endif
