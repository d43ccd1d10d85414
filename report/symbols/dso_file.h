/*
 * dso_file: which files on this machine hold the symbols of a recorded DSO.
 *
 * Looked through in Linux perf's order: the file of .gnu_debuglink, the build-id cache, /usr/lib/debug by path and by
 * build-id, MiniDebugInfo, the file itself, .debug beside it. The first with .symtab gives the symbols, the first with
 * .dynsym is the file that was executed. What is still missing then, debuginfod may have (report/fetch/fetch.h).
 *
 * A file whose build-id is not the recorded one is passed over. Where none was recorded, the file's own decides what
 * belongs to it.
 */
#ifndef PREC_REPORT_SYMBOLS_DSO_FILE_H
#define PREC_REPORT_SYMBOLS_DSO_FILE_H

#include "report/symbols/dso_files.h"

/* Never fails as such: the status says what was found. build_id may have size 0. */
void dso_files_find(struct dso_files *ret_files, const struct dso_dirs *dirs, const char *path,
		    const struct build_id *build_id);

/*
 * Asks debuginfod for what dso_files_find of the same would ask it for, and does not wait. False: nothing is asked for.
 */
bool dso_files_want(const struct dso_dirs *dirs, const char *path, const struct build_id *build_id);

/* Where packages put the debug file of a build-id. False: it has none, or the path is too long. */
bool dso_debug_path(char *path, size_t size, const char *symfs, const struct build_id *id);

/* The path of a build-id's entry in the cache; what: "elf", "debug", "kallsyms", "vdso". False when it is too long. */
bool dso_cache_path(char *path, size_t size, const char *cache, const struct build_id *id, const char *what);

#endif
