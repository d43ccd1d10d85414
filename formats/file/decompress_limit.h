/*
 * decompress_limit: how much the compressed data of a file may hold.
 */
#ifndef PREC_FORMATS_FILE_DECOMPRESS_LIMIT_H
#define PREC_FORMATS_FILE_DECOMPRESS_LIMIT_H

#include "formats/file/block.h"

/*
 * How much compressed data may hold: so many samples for each of their bytes, and BLOCKS_WEIGHT_FREE more. Records are
 * counted and not bytes, as a record costs its reader time whatever its size: of the stack of a sample, 64 KiB of
 * zeroes, zstd makes 20 bytes, and to decompress it costs next to nothing. Other records count as BLOCKS_WEIGHT_OTHER
 * samples, since readers keep most of them in memory; so do samples smaller than any that Linux perf asks for.
 *
 * At best zstd makes 12 bytes of 128 KiB that repeat themselves: 455 of the smallest samples for each byte. Samples
 * that have a time come to less than 1, and so do the other records, which all have one.
 */
#define BLOCKS_MAX_EXPANSION 512
#define BLOCKS_WEIGHT_FREE   (4u << 20)
#define BLOCKS_WEIGHT_OTHER  128
#define BLOCKS_SAMPLE_LEAST  24 /* header, address, process and thread */

/*
 * What the compressed data hold, counted block by block in the order of the file: any number of workers then ends at
 * the same block.
 */
struct decompress_limit {
	struct block_shared *shared;
	uint64_t max; /* samples for each byte */
	uint64_t turns_taken, turns_ended;
	uint64_t weight;                     /* of the blocks that had their turn */
	const struct file_part *stream_left; /* its stream is left out from here on */
	bool left_noted;                     /* that something was left out */
};

/* A compressed block on its way: what it holds is counted in its turn. */
struct decompress_limit_turn {
	uint64_t number;
	uint64_t offset; /* of the record it begins in */
	uint64_t taken;  /* bytes of the data before that record */
	const struct file_part *part;
	bool stream;
};

void decompress_limit_init(struct decompress_limit *e, struct block_shared *shared);
void decompress_limit_rewind(struct decompress_limit *e);

/*
 * Whether the compressed data before a block held so much that it is left out. What is asked before all of them had
 * their turn may become true later, never false. The lock is held.
 */
bool decompress_limit_enough(struct decompress_limit *e, const struct decompress_limit_turn *t);

/* Ends a turn, when those before it are over: true when the block is left out, which is noted. The lock is not held. */
bool decompress_limit_turn_end(struct decompress_limit *e, const struct decompress_limit_turn *t, uint64_t weight);

#endif
