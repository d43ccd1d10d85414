/*
 * blocks: divides the records of a file into blocks, which several workers read in parallel.
 *
 * A block is a run of whole records in memory. Blocks are numbered in the order of the file; each goes to one worker.
 * The parts of a file (formats/file/perf_file.h) are gone through one after another, each read on its own.
 *
 *	uncompressed	The file is cut into chunks of equal size. A worker reads its chunk on its own; the only thing
 *			passed from chunk to chunk is where the first record of the next one begins, which a walk over
 *			the headers finds while the bytes are still in the cache:
 *
 *				chunk 0		chunk 1		chunk 2
 *				[r][ r ][ r   |   ][r][ r ][ r|  ][ r ] ...
 *				              `------>'      `-->'     passed on
 *
 *			Once all chunks have been walked this is known, and after a rewind nothing is passed on.
 *
 *	compressed,	Frames that begin with a record and end with one (prec writes them so): the walk over the
 *	whole frames	COMPRESSED records is done by one worker at a time, decompression by each on its own.
 *
 *	compressed,	One endless stream (Linux perf): decompressed by one worker at a time, in order; the records are
 *	one stream	looked at by all.
 *
 * Each of the three is a source of its own (formats/file/block.h): chunk_source for plain data. For
 * compressed files packed_source walks the records; frame_packing and stream_packing unpack them.
 *
 * Where a file's index says which blocks hold records about processes and mappings, these can be read on their own
 * (index_source), and be passed over when all are read.
 *
 * Damage: what cannot be walked or decompressed is noted (blocks_damage) and passed over. A damaged frame is left out.
 * After a damaged record header records are searched for (formats/file/resync.h) and the blocks go on where they are
 * found. An endless stream ends where it is damaged; records beside it are still read. Compressed data that hold more
 * than BLOCKS_MAX_EXPANSION allows are noted likewise, as -E2BIG, and left out from there on until the file has had as
 * many bytes as that takes; a stream is left out to its end.
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

/* Borrows the file. 0 or a negative errno. */
int blocks_new(struct blocks **ret_blocks, const struct perf_file *file, struct error *err);
/* Reads only one part of the file; its blocks have the same numbers as when all parts are read. */
int blocks_new_part(struct blocks **ret_blocks, const struct perf_file *file, uint32_t part, struct error *err);
/*
 * Only those of the index, which is borrowed, and in which their weight is noted. Where the file does not hold what it
 * says there is damage, and no more blocks.
 */
int blocks_new_sideband(struct blocks **ret_blocks, const struct perf_file *file, struct sideband_index *index,
			struct error *err);
void blocks_free(struct blocks *b);

/* Starts over from the first block. No reader may be active. */
void blocks_rewind(struct blocks *b);

/*
 * Passes over the compressed blocks of the index that are done, and marks those it meets. They keep their numbers. To
 * be called at the beginning; the index is borrowed, NULL: none.
 */
void blocks_pass_over(struct blocks *b, struct sideband_index *index);

/* One for each worker; its block's bytes live until it asks for the next or is freed. Free all before the blocks. */
int block_reader_new(struct block_reader **ret_reader, struct blocks *b, struct error *err);
void block_reader_free(struct block_reader *r);

/* Takes the next block that no worker has taken: 1, 0 at the end, or a negative errno when the file cannot be read. */
int block_reader_next(struct block_reader *r, struct block *ret_block, struct error *err);

/*
 * Takes the next block if damage parts it from the reader's last one and both are in the same bytes: then that one
 * stays valid, too.
 */
bool block_reader_rest(struct block_reader *r, struct block *ret_block);

typedef void blocks_damaged(void *context, const struct error *damage);

/*
 * Reports each damaged range to the callback as a reader reaches it: from any worker, one at a time. To be set before
 * the first block is asked for.
 */
void blocks_watch(struct blocks *b, blocks_damaged *damaged, void *context);

/* Returns how many bytes of the file have been taken so far, for progress. Any thread. */
uint64_t blocks_taken(const struct blocks *b);

/* How many bytes of the data section were passed over between damage and the next record. When no reader is at work. */
uint64_t blocks_n_lost(const struct blocks *b);

/*
 * How many damaged places were met, and the first of them; or where data were left out (-E2BIG), wherever that is. When
 * no reader is at work.
 */
uint64_t blocks_damage(const struct blocks *b, struct error *ret_first);

/*
 * How many records of a type below PERF_RECORD_USER_TYPE_END were met that no block shows: COMPRESSED and the like.
 * When no reader is at work.
 */
uint64_t blocks_n_passed(const struct blocks *b, uint32_t type);

/* How many frames were unpacked since blocks_new. When no reader is at work. */
uint64_t blocks_n_unpacked(const struct blocks *b);

/* How many chunks of plain data were walked in the order of the file since blocks_new. When no reader is at work. */
uint64_t blocks_n_in_turn(const struct blocks *b);

/* Takes a record that lives until it returns. 0 to go on, 1 to end the walk, or a negative errno that ends it. */
typedef int blocks_take(void *context, const struct record *r, struct error *err);

/*
 * Hands every record of the file to `take`, in the order of the file and from this thread. `damaged`, if it is not
 * NULL, gets each damaged range as the walk reaches its block, with the same context. 0 at the end or where `take`
 * ended the walk; or the negative errno of `take`, or of reading.
 */
int blocks_each_record(const struct perf_file *file, blocks_damaged *damaged, blocks_take *take, void *context,
		       struct error *err);

#endif
