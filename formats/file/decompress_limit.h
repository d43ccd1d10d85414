/*
 * decompress_limit: limits how many records the compressed data of a file may have for their size, so that a small file
 * cannot keep a reader busy for hours.
 */
#ifndef PREC_FORMATS_FILE_DECOMPRESS_LIMIT_H
#define PREC_FORMATS_FILE_DECOMPRESS_LIMIT_H

#include "formats/file/block.h"

/*
 * The weight of records is that of so many samples. Compressed data may have a weight of BLOCKS_WEIGHT_FREE, and
 * BLOCKS_MAX_EXPANSION more for each of their bytes. Records are limited, not bytes, since each record takes a reader's
 * time: zstd packs a sample's stack of 64 KiB of zeros into 20 bytes, but to unpack it takes next to no time. A record
 * that is no sample has the weight BLOCKS_WEIGHT_OTHER, since readers keep most of these in memory; so has a sample of
 * less than BLOCKS_SAMPLE_LEAST bytes, the smallest that Linux perf records.
 *
 * At best zstd packs 128 KiB of repeated bytes into 12: 455 of the smallest samples for each byte. If samples have
 * times, there is less than 1 for each byte, and so there is of other records, which all have times.
 */
#define BLOCKS_MAX_EXPANSION 512
#define BLOCKS_WEIGHT_FREE   (4u << 20)
#define BLOCKS_WEIGHT_OTHER  128
#define BLOCKS_SAMPLE_LEAST  24 /* bytes: header, address, process and thread */

/* Weights are added block by block in the order of the file, so that any number of workers ends at the same block. */
struct decompress_limit {
	struct block_shared *shared;
	uint64_t max; /* weight for each byte */
	uint64_t turns_taken, turns_ended;
	uint64_t weight;                     /* of the blocks whose turn has ended */
	const struct file_part *stream_left; /* the part whose stream is skipped from here on */
	bool left_noted;                     /* it was noted that data are skipped */
};

/* The turn of a compressed block: its weight is added after those of all blocks before it. */
struct decompress_limit_turn {
	uint64_t number;
	uint64_t offset; /* of the block's first outer record */
	uint64_t taken;  /* data bytes of the file before it */
	const struct file_part *part;
	bool is_stream; /* the block is from an endless stream */
};

/* Sets up *e. The limit is that of the file. */
void decompress_limit_init(struct decompress_limit *e, struct block_shared *shared);

/* Starts again, for another walk from the beginning. */
void decompress_limit_rewind(struct decompress_limit *e);

/*
 * True if the data before a block have too much weight, so that the block is skipped. If not all turns before it have
 * ended, the answer may still become true, but not false again. The lock is held.
 */
bool decompress_limit_enough(struct decompress_limit *e, const struct decompress_limit_turn *t);

/*
 * Waits until all turns before have ended, adds the weight of the block, and ends its turn. True: the block is skipped,
 * which is noted as damage; its weight is not added. The lock is not held.
 */
bool decompress_limit_turn_end(struct decompress_limit *e, const struct decompress_limit_turn *t, uint64_t weight);

#endif
