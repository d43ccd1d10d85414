/*
 * perf_open: opens the container of a recording, in file mode or pipe mode: header, attrs and ids, features, data.
 *
 *	header	| magic, sizes, sections of attrs and data, bitmap of features
 *	attrs	| attr, section | attr, section | ...		entries of one size
 *	               |               `----------------.
 *	ids	       `-> | u64 u64 ... |              `-> | u64 ... |
 *	data	| records
 *	table	| section | section | ...			one for each bit of the bitmap, right after the data
 *
 * In file mode the events have no names yet; in pipe mode records name them. Commands call recording_open
 * (formats/file/recording.h), which also applies what the features say.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_FORMATS_FILE_PERF_OPEN_H
#define PREC_FORMATS_FILE_PERF_OPEN_H

#include "common/error.h"
#include "formats/file/perf_file.h"

#include <stdbool.h>
#include <stdint.h>

/* How many bytes the next two functions look at. */
#define PERF_FILE_MAGIC_SIZE 8

/* True if a file with these first bytes may be a perf.data file, of either version and byte order. */
bool perf_file_is_magic(const uint8_t *bytes);

/* Returns -EBADMSG, with a message that says what kind of file has these first bytes, if that is known. */
int perf_file_not_magic(const uint8_t *bytes, struct error *err);

/*
 * Opens a file, and reads everything but its records. Takes over fd: perf_file_close closes it; after an error it is
 * closed. 0; -EBADMSG: it is no perf.data file; -ENODATA: it is too short; -ENOTSUP: it is no regular file; or an errno
 * of read(2).
 */
int perf_file_open(struct perf_file **ret_file, int fd, struct error *err);

#endif
