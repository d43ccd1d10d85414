/*
 * compressed_walk: goes through the records of a compressed file as they stand in it, part by part: COMPRESSED
 * records, and plain ones between them. What is in the compressed ones is for others.
 *
 * The walk is one for all workers: the lock of block_shared is held in every call but _init and _fini.
 */
#ifndef PREC_FORMATS_FILE_COMPRESSED_WALK_H
#define PREC_FORMATS_FILE_COMPRESSED_WALK_H

#include "common/buffer.h"
#include "common/cursor.h"
#include "formats/file/block.h"
#include "formats/record/record.h"

/*
 * compressed_record: what is in a COMPRESSED or COMPRESSED2 record, and what the records that it holds weigh.
 */

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

struct compressed_walk {
	struct block_shared *shared;
	const struct file_part *part; /* that the position is in */
	uint64_t taken_before;        /* of shared->taken: what the parts before it have */
	uint64_t position;            /* of the next outer record */
	uint64_t next_number;         /* of the next block */
	struct buffer window;         /* bytes of the file from window_offset on */
	uint64_t window_offset;
	int failed;     /* why the window has not what was asked for: a negative errno; 0: it is not there */
	bool cut_noted; /* of the record at the end of the data, which may be looked at more than once */
	void (*gap)(void *context); /* called when records are passed over between damage and the next record */
	void *gap_context;
};

void compressed_walk_init(struct compressed_walk *w, struct block_shared *shared, void (*gap)(void *context),
			  void *context);
void compressed_walk_fini(struct compressed_walk *w);

/* To the beginning of the first part. */
void compressed_walk_rewind(struct compressed_walk *w);

/* Moves on from the end of a part. False when it was the last. */
bool compressed_walk_next_part(struct compressed_walk *w);

/*
 * The outer record at the position and the size of the data after it. 1, 0 at the end of the part's data, or a negative
 * errno where the machine cannot read: the position stays. Damage is noted and passed over; of a compressed record that
 * the end of the data cuts off there is what there is. The record's bytes live until the next call.
 */
int outer_record(struct compressed_walk *w, struct record *ret_record, uint64_t *ret_trailing);

/* Moves to the next outer record. */
void outer_step(struct compressed_walk *w, const struct record *r, uint64_t trailing);

/* Notes damage of compressed data. */
void outer_damage_at(struct compressed_walk *w, uint64_t offset, int code, const char *what);

#endif
