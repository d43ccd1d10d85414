/*
 * block: whole records in memory that one worker reads at once, and the interface of the sources of blocks
 * (formats/file/blocks.h).
 *
 * A source has a state that all workers share and a state for each worker, which only the source's own file knows.
 */
#ifndef PREC_FORMATS_FILE_BLOCK_H
#define PREC_FORMATS_FILE_BLOCK_H

#include "formats/file/perf_file.h"
#include "formats/record/record.h"

#include <pthread.h>

struct block {
	uint64_t number; /* ascending in the order of the file; numbers may be missing */
	uint64_t offset; /* in the file: that of the first record, or of the COMPRESSED record that it was in */
	const uint8_t *data;
	size_t size;
	bool decompressed; /* all records of the block have `offset`, and no data after them */
	uint32_t n_rounds; /* FINISHED_ROUND records that were between its records, and are not in the block */
};

/* Returns how many of the `left` bytes after a record belong to it (record_trailing_size). */
uint64_t block_trailing_size(const struct record *r, uint64_t left);

/*
 * Returns the record at *pos, and moves *pos to the next one, behind the data that belong to the record. *pos is 0 at
 * first. 1; 0: the end. It cannot fail, since blocks have whole records only.
 */
static inline int block_next_record(const struct block *b, bool swap, size_t *pos, struct record *ret_record)
{
	const uint8_t *p;

	if (*pos >= b->size)
		return 0;
	p = b->data + *pos;
	/* Field by field: copying a struct that was just built would stall the processor's store buffer. */
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

struct sideband_index;

/* What all workers share, whatever the source: the file, the lock, and counts. */
struct block_shared {
	const struct perf_file *file;
	struct sideband_index *sideband; /* NULL: none. Its blocks change with the lock held */
	uint32_t first_part, end_part;   /* which parts of the file are read; the second is excluded */
	pthread_mutex_t lock;
	pthread_cond_t passed; /* signalled when a worker has done its turn in the order of the file */

	/* Guarded by the lock; but `taken` is read, and increased by chunk_source, without it. */
	uint64_t taken;     /* bytes of the data so far, for progress */
	uint64_t n_damaged; /* damaged places */
	uint64_t n_lost;    /* bytes that were skipped after damage */
	struct error first_damage;
	void (*damaged)(void *context, const struct error *damage); /* called for damage; NULL: none */
	void *damaged_context;
	uint64_t n_passed[PERF_RECORD_USER_TYPE_END]; /* records that are in no block, by type */

	/* The next two count from blocks_new on; blocks_rewind does not reset them. */
	uint64_t n_in_turn;          /* chunks that waited for those before them */
	_Atomic uint64_t n_unpacked; /* frames that were decompressed */
};

/* Sets up *s for the parts from first_part up to before end_part. Borrows the file. */
void block_shared_init(struct block_shared *s, const struct perf_file *file, uint32_t first_part, uint32_t end_part);
void block_shared_fini(struct block_shared *s);

/* Resets the counts, for another walk from the beginning. */
void block_shared_rewind(struct block_shared *s);

/* Counts damage, and calls `damaged`. The lock is held. */
void block_note_damage(struct block_shared *s, const struct error *damage);

/* True if the data that belong to a record go beyond the part's data; *damage then describes that. */
bool block_data_cut_off(const struct file_part *part, const struct record *r, uint64_t trailing, struct error *damage);

/* A way to make blocks from a file. */
struct block_source {
	/* Makes the shared state, for a walk from the first part on. Borrows `shared`. NULL: no memory. */
	void *(*new)(struct block_shared *shared);
	void (*free)(void *source);
	/* Goes back to the beginning. No worker is active. */
	void (*rewind)(void *source);
	/* Makes the state of a worker. NULL: no memory. */
	void *(*worker_new)(void *source);
	void (*worker_free)(void *worker);
	/* Returns the next block, as block_reader_next. The lock is not held. */
	int (*next)(void *source, void *worker, struct block *ret_block, struct error *err);
	/* Returns the next block of the worker, as block_reader_rest. NULL: there is never one. */
	bool (*rest)(void *worker, struct block *ret_block);
};

/* The source for uncompressed files: cuts the data into chunks of equal size, which workers read in parallel. */
extern const struct block_source chunk_source;

/*
 * The source for compressed files: walks over the records, collects uncompressed ones, and leaves compressed ones to
 * the packing (formats/file/packing.h), which is detected for each part.
 */
extern const struct block_source packed_source;

/*
 * The source for the blocks that have sideband records according to the file's index (formats/file/sideband_index.h). A
 * block's number is its index in the list. If the file contradicts its index, damage is noted, and no more blocks come.
 */
extern const struct block_source index_source;

#endif
