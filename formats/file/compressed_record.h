/*
 * compressed_record: what is in a COMPRESSED or COMPRESSED2 record, and what the records that it holds weigh.
 */
#ifndef PREC_FORMATS_FILE_COMPRESSED_RECORD_H
#define PREC_FORMATS_FILE_COMPRESSED_RECORD_H

#include "common/cursor.h"
#include "formats/record/record.h"

static inline bool record_is_compressed(const struct record *r)
{
	return r->type == PERF_RECORD_COMPRESSED || r->type == PERF_RECORD_COMPRESSED2;
}

/* The compressed bytes: after the header, in COMPRESSED2 after their size, which does not count padding. */
struct cursor compressed_payload(const struct record *r);

/*
 * A frame that says how much it holds is whole; an endless stream cannot say. Within a frame's later parts, or within a
 * stream, four bytes that look like a frame's first are a matter of chance: one in four billion.
 */
bool payload_begins_frame(const struct record *r);

/* Whether what zstd has returned says that there was no memory, which is no damage of what it was to decompress. */
bool zstd_lacks_memory(size_t result);

/*
 * How many bytes at the beginning of decompressed data are whole records, and what these weigh
 * (formats/file/decompress_limit.h). *ret_broken: an impossible header follows.
 */
size_t whole_records(const uint8_t *data, size_t size, bool swap, uint64_t *ret_weight, bool *ret_broken);

#endif
