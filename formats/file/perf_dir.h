/*
 * perf_dir: a recording that is a directory, as perf record makes with --threads or --kcore, and prec with --kcore.
 *
 *	DIR/data		a perf.data file: header, events, features, the records of before the recording
 *	DIR/data.0 ...		with --threads: records and nothing else, in a compressed stream of its own each
 *	DIR/kcore_dir/		with --kcore: kallsyms, kcore and modules of the recorded kernel
 *
 * The feature DIR_FORMAT of `data` says which: version 0 or none, no data.N belong to it; version 1, they do. The first
 * perf that made directories called `data` `header`.
 * Source: tools/perf/Documentation/perf.data-directory-format.txt and what Linux perf 6.1 and 7.3 write.
 */
#ifndef PREC_FORMATS_FILE_PERF_DIR_H
#define PREC_FORMATS_FILE_PERF_DIR_H

#include "formats/file/perf_file.h"

/*
 * Opens the recording in a directory. Takes the descriptor of the directory over and closes it. Missing or unreadable
 * data.N are noted as damage, other files counted in extras. 0; -ENOENT: no recording in it; else as
 * perf_file_open.
 */
int perf_dir_open(struct perf_file **ret_file, int dirfd, struct error *err);

/* What a recorder gives a name of a directory to; PERF_DIR_OTHER: it writes nothing of that name. */
enum perf_dir_name {
	PERF_DIR_OTHER,
	PERF_DIR_DATA,  /* the perf.data file */
	PERF_DIR_PART,  /* data.N */
	PERF_DIR_KCORE, /* a folder: kcore_dir, or kcore_dir__PID of a guest */
};

enum perf_dir_name perf_dir_name(const char *name);

#endif
