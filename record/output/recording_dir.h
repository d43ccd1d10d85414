/*
 * recording_dir: a directory that is a recording and nothing else, so that it may be moved or removed as one:
 *
 *	DIR/data, or header	a perf.data file, or an empty one
 *	DIR/data.N
 *	DIR/kcore_dir*		a folder of kcore, kallsyms and modules
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_OUTPUT_RECORDING_DIR_H
#define PREC_RECORD_OUTPUT_RECORDING_DIR_H

#include "common/error.h"

#include <limits.h>

#define RECORDING_DIR_DATA  "data"
#define RECORDING_DIR_KCORE "kcore_dir"

/* 0; -EISDIR where something else is in it, or no recording; another negative errno where it cannot be looked into. */
int recording_dir_check(const char *path, struct error *err);

/* The path of its perf.data file. 0, -ENOENT or -ENAMETOOLONG. */
int recording_dir_data(const char *path, char ret_data[PATH_MAX]);

/* Checks it, and removes it. Whatever the check objects to stays. 0 or a negative errno. */
int recording_dir_remove(const char *path, struct error *err);

/* Removes one that was begun, as far as it is there. */
void recording_dir_discard(const char *path);

#endif
