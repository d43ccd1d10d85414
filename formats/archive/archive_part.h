/*
 * archive_part: the parts that an archive is of (archive_file.h): a head, and packed bytes.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_FORMATS_ARCHIVE_ARCHIVE_PART_H
#define PREC_FORMATS_ARCHIVE_ARCHIVE_PART_H

#include "common/buffer.h"
#include "common/cursor.h"

#define ARCHIVE_PART_HEAD_SIZE 32

enum archive_part_kind {
	ARCHIVE_MODEL = 1,
	ARCHIVE_BYTES,
	ARCHIVE_BLOCK,
	ARCHIVE_END,
};

struct archive_part {
	uint32_t kind;
	uint64_t offset; /* in the recording */
	uint32_t size;
	uint32_t packed_size;
	const uint8_t *head; /* in the archive */
};

/* Begins a part: empties the buffer, to which its packed bytes are appended then. */
void archive_part_begin(struct buffer *b);

/* Completes the head, with kind, offset and size, and the check. Nothing if the buffer has failed. */
void archive_part_finish(struct buffer *b, const struct archive_part *p);

/* Reads the head of a part, whose packed bytes follow. False: there is none at these bytes. */
bool archive_part_read(const uint8_t *data, size_t left, struct archive_part *ret_part);

/* Says whether the check is right. */
bool archive_part_is_whole(const struct archive_part *p);

/* Returns the packed bytes. */
struct cursor archive_part_content(const struct archive_part *p);

#endif
