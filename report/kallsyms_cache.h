/*
 * kallsyms_cache: the copy of a kernel's kallsyms in the build-id cache, laid out as Linux perf does, which uses it
 *too:
 *
 *	CACHE/[kernel.kallsyms]/BUILD-ID/kallsyms	the text
 *	CACHE/.build-id/BU/ILD-ID			a link to ../../[kernel.kallsyms]/BUILD-ID
 *
 * A kernel needs 50 ms to write that text, reading it from a file takes one.
 */
#ifndef PREC_REPORT_KALLSYMS_CACHE_H
#define PREC_REPORT_KALLSYMS_CACHE_H

#include "formats/abi.h"

#include <stdbool.h>
#include <stddef.h>

/* The path of the copy of that kernel's. False when there is none. */
bool kallsyms_cache_find(char *path, size_t size, const char *cache, const struct build_id *id);

/*
 * Keeps the text, in one step: other processes find all of it or none. Only its owner may read it, as it tells where
 * the kernel lies. Nothing is kept where the addresses are hidden. False when it was not kept, which harms nobody.
 */
bool kallsyms_cache_store(const char *cache, const struct build_id *id, const char *text, size_t size);

#endif
