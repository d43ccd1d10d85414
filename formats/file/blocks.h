/*
 * blocks: the records of a file in pieces that many workers take and read at once.
 *
 * A block is a run of whole records in memory. Blocks are numbered in the order of the file; each goes to one worker.
 * The parts of a file (formats/file/perf_file.h) are gone through one after another, each read on its own.
 *
 *	uncompressed	The file is cut into chunks of equal size. A worker reads its chunk on its own; the only thing
 *			passed from chunk to chunk is where the first record of the next one begins, which a walk over
 *			the headers tells while the bytes are still in the cache:
 *
 *				chunk 0		chunk 1		chunk 2
 *				[r][ r ][ r   |   ][r][ r ][ r|  ][ r ] ...
 *				              `------>'      `-->'     passed on
 *
 *	compressed,	Frames that begin with a record and end with one (prec writes them so): the walk over the
 *	whole frames	COMPRESSED records is done by one worker at a time, decompression by each on its own.
 *
 *	compressed,	One endless stream (Linux perf): decompressed by one worker at a time, in order; the records are
 *	one stream	looked at by all.
 *
 * Damage: what cannot be walked or decompressed is noted (blocks_damage) and passed over. A damaged frame is left out.
 * Behind a damaged record header records are searched for (formats/file/resync.h) and the blocks go on where they are
 * found. An endless stream ends where it is damaged; records beside it are still read. Compressed data that hold more
 * than BLOCKS_MAX_EXPANSION allows are noted likewise, as -E2BIG, and left out from there on until the file has had as
 * many bytes as that takes; a stream is left out to its end.
 */
#ifndef PREC_FORMATS_FILE_BLOCKS_H
#define PREC_FORMATS_FILE_BLOCKS_H

#include "common/error.h"
#include "formats/file/perf_file.h"
#include "formats/record/record.h"

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

struct blocks;
struct block_reader;

struct block {
	uint64_t number; /* in the order of the file; not without gaps */
	uint64_t offset; /* in the file: of the first record, or of the COMPRESSED record that holds the first */
	const uint8_t *data;
	size_t size;
	bool decompressed; /* `offset` holds for all records of the block; no data follow its records */
	uint32_t n_rounds; /* FINISHED_ROUNDs that stood between its records and are not among them */
};

/* How many of the `left` bytes behind a record belong to it (record_trailing_size). */
uint64_t block_trailing_size(const struct record *r, uint64_t left);

/* Borrows the file. 0 or a negative errno. */
int blocks_new(struct blocks **ret_blocks, const struct perf_file *file, struct error *err);
/* Of one of the file's parts alone; its blocks have the numbers they have among those of all parts. */
int blocks_new_part(struct blocks **ret_blocks, const struct perf_file *file, uint32_t part, struct error *err);
void blocks_free(struct blocks *b);

/* Starts over from the first block. No reader may be at work. */
void blocks_rewind(struct blocks *b);

/* One for each worker; its block's bytes live until it asks for the next or is freed. Free all before the blocks. */
int block_reader_new(struct block_reader **ret_reader, struct blocks *b, struct error *err);
void block_reader_free(struct block_reader *r);

/* The next block nobody has taken: 1, 0 at the end, or a negative errno when reading fails for good. */
int block_reader_next(struct block_reader *r, struct block *ret_block, struct error *err);

/*
 * Steps through a block: the record at *pos, which moves behind it and the data that belong to it. 1, or 0 at the end.
 * Blocks hold whole records only, so there is nothing to fail.
 */
static inline int block_next_record(const struct block *b, bool swap, size_t *pos, struct record *ret_record)
{
	const uint8_t *p = b->data + *pos;

	if (*pos >= b->size)
		return 0;
	/* Field by field: a copy of a whole struct just made stalls on its way through the store buffer. */
	ret_record->data = p;
	ret_record->type = load_u32_order(p, swap);
	ret_record->misc = load_u16_order(p + 4, swap);
	ret_record->size = load_u16_order(p + 6, swap);
	ret_record->offset = b->decompressed ? b->offset : b->offset + *pos;
	ret_record->swap = swap;
	*pos += ret_record->size;
	if (ret_record->type >= PERF_RECORD_USER_TYPE_START && !b->decompressed)
		*pos += block_trailing_size(ret_record, b->size - *pos);
	return 1;
}

/*
 * Has every damaged place told as it is met: by any worker, one at a time. To be set before the first block is asked
 * for.
 */
void blocks_watch(struct blocks *b, void (*damaged)(void *context, const struct error *damage), void *context);

/* How many bytes of the file have been taken so far, for progress. Any thread. */
uint64_t blocks_taken(const struct blocks *b);

/* How many bytes of the data section were passed over between damage and the next record. When no reader is at work. */
uint64_t blocks_n_lost(const struct blocks *b);

/*
 * How many damaged places were met, and the first of them; or where data were left out (-E2BIG), wherever that is. When
 * no reader is at work.
 */
uint64_t blocks_damage(const struct blocks *b, struct error *ret_first);

/* How many records of a type below PERF_RECORD_USER_TYPE_END were met that no block shows: COMPRESSED and the like.
 * When no reader is at work. */
uint64_t blocks_n_passed(const struct blocks *b, uint32_t type);

#endif
