/*
 * resync: finds the next record after damage.
 *
 * Records have no magic number. So a position counts as a record only if RESYNC_CHAIN plausible records follow each
 * other from there on: each has a known type and cpumode, room for the fields of its event, and an id that the file
 * has. At the end of the data there may be fewer.
 *
 * A search looks at each position once, and at no more than RESYNC_CHAIN records from there, so its time is linear.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_FORMATS_FILE_RESYNC_H
#define PREC_FORMATS_FILE_RESYNC_H

#include "formats/file/perf_file.h"

#define RESYNC_CHAIN 4

/* A range of a data section in memory. */
struct resync_bytes {
	const uint8_t *data;
	size_t size;
	bool is_end; /* the range ends where the data section ends */
};

/*
 * True if the record at pos, whose type is not known, seems to be of a newer type: a chain follows, perhaps after a few
 * more such records. Its header has to be within the range.
 */
bool resync_is_unknown(const struct perf_file *f, const struct resync_bytes *bytes, size_t pos);

/* Returns the position of the first plausible record in [from, to); `to`: there is none. */
size_t resync_find(const struct perf_file *f, const struct resync_bytes *bytes, size_t from, size_t to);

/* True for types that are known here, simpleperf's included. */
bool resync_type_known(uint32_t type);

#endif
