/*
 * compressed_walk: goes through the records of a compressed file as they stand in it, part by part: COMPRESSED
 * records, and plain ones between them. What is in the compressed ones is for others.
 *
 * The walk is one for all workers: the lock of block_shared is held in every call but _init and _fini.
 */
#ifndef PREC_FORMATS_FILE_COMPRESSED_WALK_H
#define PREC_FORMATS_FILE_COMPRESSED_WALK_H

#include "common/buffer.h"
#include "formats/file/block_shared.h"

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
