/*
 * perf_dir: opens a recording that is a directory. perf record makes one with --threads or --kcore, prec with --kcore.
 *
 *	DIR/data		a perf.data file: header, events, features, and records
 *	DIR/data.0 ...		with --threads: nothing but records; each file has a compressed stream of its own
 *	DIR/kcore_dir/		with --kcore: kallsyms, kcore and modules of the recorded kernel
 *
 * The files data.N belong to the recording if the feature DIR_FORMAT of `data` has version 1; with version 0, or
 * without the feature, they do not. The first versions of perf with directories named the file `header`, not `data`.
 * Source: tools/perf/Documentation/perf.data-directory-format.txt and what Linux perf 6.1 and 7.3 write.
 */
#ifndef PREC_FORMATS_FILE_PERF_DIR_H
#define PREC_FORMATS_FILE_PERF_DIR_H

#include "formats/file/perf_file.h"

/*
 * Opens the recording in a directory, and closes dirfd in any case. A data.N that is missing or cannot be read is noted
 * as damage; files that do not belong to the recording are counted in `extras`. 0; -ENOENT: there is no recording;
 * other errors as for perf_file_open.
 */
int perf_dir_open(struct perf_file **ret_file, int dirfd, struct error *err);

/* What a recorder writes under a name of a directory. */
enum perf_dir_name {
	PERF_DIR_OTHER, /* nothing */
	PERF_DIR_DATA,  /* the perf.data file */
	PERF_DIR_PART,  /* data.N */
	PERF_DIR_KCORE, /* a folder: kcore_dir, or kcore_dir__PID of a guest */
};

/* Returns what a recorder writes under the name. */
enum perf_dir_name perf_dir_name(const char *name);

#endif
