/*
 * blocks: divides the records of a file into blocks, which several workers read in parallel.
 *
 * A block is a number of whole records in memory. Blocks are numbered in the order of the file, and each is read by one
 * worker. The parts of a file (formats/file/perf_file.h) are read one after the other.
 *
 *	uncompressed	The file is cut into chunks of equal size, which workers read independently. Only one fact is
 *			passed from chunk to chunk: where the first record of the next chunk begins. A walk over the
 *			headers finds that while the bytes are still in the cache:
 *
 *				chunk 0		chunk 1		chunk 2
 *				[r][ r ][ r   |   ][r][ r ][ r|  ][ r ] ...
 *				              `------>'      `-->'     passed on
 *
 *			The positions are kept, so that after a rewind nothing needs to be passed on.
 *
 *	compressed,	Each frame begins and ends with a record (prec writes such files): one worker at a time walks
 *	whole frames	over the COMPRESSED records, and all workers decompress frames in parallel.
 *
 *	compressed,	One endless stream (Linux perf writes such files): one worker at a time decompresses, in order,
 *	one stream	and all workers read the records.
 *
 * chunk_source (formats/file/block.h) makes the blocks of uncompressed files. packed_source walks over the records of
 * compressed files, and frame_packing or stream_packing (formats/file/packing.h) decompress them.
 *
 * If a file's index says which blocks have records about processes and mappings, index_source reads only these, and a
 * walk over all blocks can skip them then.
 *
 * Damage is noted (blocks_damage), and damaged data are skipped. A damaged frame is skipped as a whole. After a damaged
 * record header the next record is searched for (formats/file/resync.h). An endless stream ends where it is damaged;
 * uncompressed records beside it are still read. Compressed data with more records than the decompress limit allows
 * (formats/file/decompress_limit.h) are damage, too, -E2BIG: frames are skipped until the file has had enough bytes for
 * its records again; a stream is skipped up to its end.
 */
#ifndef PREC_FORMATS_FILE_BLOCKS_H
#define PREC_FORMATS_FILE_BLOCKS_H

#include "common/error.h"
#include "formats/file/block.h"
#include "formats/file/decompress_limit.h"
#include "formats/file/perf_file.h"
#include "formats/file/sideband_index.h"

struct blocks;
struct block_reader;

/* Makes blocks of all records of a file, which is borrowed. 0 or a negative errno. */
int blocks_new(struct blocks **ret_blocks, const struct perf_file *file, struct error *err);

/* Does so for only one part of the file; its blocks have the same numbers as with blocks_new. */
int blocks_new_part(struct blocks **ret_blocks, const struct perf_file *file, uint32_t part, struct error *err);

/*
 * Does so for only the blocks of the index, which is borrowed; their weights are stored there. If the file contradicts
 * the index, that is damage, and no more blocks come.
 */
int blocks_new_sideband(struct blocks **ret_blocks, const struct perf_file *file, struct sideband_index *index,
			struct error *err);
void blocks_free(struct blocks *b);

/* Starts again with the first block. No worker may be reading. */
void blocks_rewind(struct blocks *b);

/*
 * Makes the walk skip the compressed blocks of the index that are done, and mark those that it meets; numbers of blocks
 * stay the same. Call before the first block is taken. The index is borrowed; NULL: nothing is skipped.
 */
void blocks_pass_over(struct blocks *b, struct sideband_index *index);

/* Makes the reader of a worker. Free all readers before the blocks. 0 or a negative errno. */
int block_reader_new(struct block_reader **ret_reader, struct blocks *b, struct error *err);
void block_reader_free(struct block_reader *r);

/*
 * Takes the next block that no worker has taken; its bytes are valid until the next call for this reader. 1; 0: the
 * end; or a negative errno: the file cannot be read.
 */
int block_reader_next(struct block_reader *r, struct block *ret_block, struct error *err);

/*
 * Takes the next block if damage parts it from the reader's last one and both are in the same bytes: then that one
 * stays valid, too.
 */
bool block_reader_rest(struct block_reader *r, struct block *ret_block);

typedef void blocks_damaged(void *context, const struct error *damage);

/*
 * Sets a function that is called for each damaged place when a worker reaches it, by any worker, but one at a time.
 * Call before the first block is taken.
 */
void blocks_watch(struct blocks *b, blocks_damaged *damaged, void *context);

/* Returns how many bytes of the file have been taken so far, for progress. Any thread. */
uint64_t blocks_taken(const struct blocks *b);

/* The following functions may be called when no worker is reading. */

/* Returns how many bytes were skipped between damage and the next record. */
uint64_t blocks_n_lost(const struct blocks *b);

/*
 * Returns how many damaged places were found. *ret_first: the first; but if data were skipped because of the decompress
 * limit, that (-E2BIG).
 */
uint64_t blocks_damage(const struct blocks *b, struct error *ret_first);

/* Returns how many records of a type are in no block: COMPRESSED and others. type: below PERF_RECORD_USER_TYPE_END. */
uint64_t blocks_n_passed(const struct blocks *b, uint32_t type);

/* Returns how many frames were decompressed since blocks_new. */
uint64_t blocks_n_unpacked(const struct blocks *b);

/* Returns how many uncompressed chunks had to wait for the chunk before, since blocks_new. */
uint64_t blocks_n_in_turn(const struct blocks *b);

/*
 * Takes a record, which is valid until it returns. 0: go on; 1: the walk ends; or a negative errno: it ends with that.
 */
typedef int blocks_take(void *context, const struct record *r, struct error *err);

/*
 * Calls `take` for every record of the file, in the order of the file, and `damaged`, unless it is NULL, for damaged
 * places, all in this thread. 0, also if `take` has ended the walk; or a negative errno of `take` or of reading.
 */
int blocks_each_record(const struct perf_file *file, blocks_damaged *damaged, blocks_take *take, void *context,
		       struct error *err);

#endif
