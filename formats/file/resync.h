/*
 * resync: finds records again after a damaged range.
 *
 * Records have no mark of their own, so what looks like one is believed only with what follows: RESYNC_CHAIN records in
 * a row, each where the one before ends, each plausible by itself: a known type, a known cpumode, room for what its
 * event puts into it, an id the file has. A chain that ends exactly with the data may be shorter.
 *
 * A search looks at each byte once and at no more than RESYNC_CHAIN records for each, so that it stays linear.
 */
#ifndef PREC_FORMATS_FILE_RESYNC_H
#define PREC_FORMATS_FILE_RESYNC_H

#include "formats/file/perf_file.h"

#define RESYNC_CHAIN 4

/* A range of a data section in memory. */
struct resync_bytes {
	const uint8_t *data;
	size_t size;
	bool is_end; /* the data section ends with the range */
};

/*
 * Whether the record at pos, whose header is whole and whose type is not known, is one of a newer kind: what follows,
 * after a few more of them, has to be a chain.
 */
bool resync_is_unknown(const struct perf_file *f, const struct resync_bytes *bytes, size_t pos);

/* Returns the position of the first plausible record in [from, to), or `to`. */
size_t resync_find(const struct perf_file *f, const struct resync_bytes *bytes, size_t from, size_t to);

/* Types that are known here, or are simpleperf's. */
bool resync_type_known(uint32_t type);

#endif
