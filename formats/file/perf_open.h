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
 * A pipe names its events in records; in file mode events have no names yet. formats/file/recording.h opens recordings
 * with everything that their features say: commands use that.
 */
#ifndef PREC_FORMATS_FILE_PERF_OPEN_H
#define PREC_FORMATS_FILE_PERF_OPEN_H

#include "common/error.h"
#include "formats/file/perf_file.h"

#include <stdbool.h>
#include <stdint.h>

/* The bytes that the functions below look at: the magic. */
#define PERF_FILE_MAGIC_SIZE 8

/* Whether a file that begins with these bytes may be a perf.data file, of either version and byte order. */
bool perf_file_is_magic(const uint8_t *bytes);

/* Returns -EBADMSG, with a message that says what kind of file begins with these bytes, if that is known. */
int perf_file_not_magic(const uint8_t *bytes, struct error *err);

/*
 * Reads everything that comes before the records. Takes ownership of fd, a regular file: perf_file_close closes it, and
 * so does failure. 0; -EBADMSG: not a perf.data file; -ENODATA: too short to be one; -ENOTSUP: not a regular file; or
 * the negative errno of read(2).
 */
int perf_file_open(struct perf_file **ret_file, int fd, struct error *err);

#endif
