/*
 * dso_file: finds the files on this machine with the symbols of a recorded DSO.
 *
 * The order is Linux perf's: the file of .gnu_debuglink, the build-id cache, /usr/lib/debug by path and by build-id,
 * MiniDebugInfo, the file itself, .debug beside it. The first with .symtab gives the symbols, the first with code is
 * the file that was executed. Debuginfod is asked for what is still missing (report/fetch/fetch.h).
 *
 * A file with another build-id than the recorded one is skipped. If none was recorded, other files must match the
 * build-id of the file itself; and that has to be the one that was mapped (report/symbols/file_match.h), or else the
 * copy that recording left in the cache is taken for it (cache_mapped_id in formats/cache/cache_names.h).
 */
#ifndef PREC_REPORT_SYMBOLS_DSO_FILE_H
#define PREC_REPORT_SYMBOLS_DSO_FILE_H

#include "formats/record/record.h"
#include "report/symbols/dso_files.h"

/*
 * Finds the files of a DSO. Never fails; ret_files->status says what was found. build_id may have size 0; then the
 * mapped file counts, which may be NULL or have inode 0.
 */
void dso_files_find(struct dso_files *ret_files, const struct dso_dirs *dirs, const char *path,
		    const struct build_id *build_id, const struct mapped_file *mapped);

/* Asks debuginfod for what dso_files_find would wait for, without waiting. False: nothing is asked for. */
bool dso_files_want(const struct dso_dirs *dirs, const char *path, const struct build_id *build_id,
		    const struct mapped_file *mapped);

/*
 * Writes the path where packages install the debug file of a build-id. False: the id has size 0, or the path is too
 * long.
 */
bool dso_debug_path(char *path, size_t size, const char *symfs, const struct build_id *id);

/*
 * Writes the path of a build-id's entry in the cache. what: "elf", "debug", "kallsyms", "vdso". False: it is too long.
 */
bool dso_cache_path(char *path, size_t size, const char *cache, const struct build_id *id, const char *what);

#endif
