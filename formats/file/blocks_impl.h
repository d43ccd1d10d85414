/*
 * blocks_impl: what the kinds of block source share. For formats/blocks*.c only.
 */
#ifndef PREC_FORMATS_FILE_BLOCKS_IMPL_H
#define PREC_FORMATS_FILE_BLOCKS_IMPL_H

#include "common/buffer.h"
#include "formats/file/blocks.h"

#include <pthread.h>
#include <zstd.h>

/* Small enough that a chunk's bytes are still in the second-level cache when its records are looked at. */
#define BLOCKS_CHUNK (256u << 10)

/* The largest raw size of a frame. */
#define BLOCKS_RAW_MAX_LOG 24
#define BLOCKS_RAW_MAX     (1u << BLOCKS_RAW_MAX_LOG)

/* How much of a stream is decompressed at once. */
#define BLOCKS_STREAM_STEP (1u << 20)

struct blocks {
	const struct perf_file *file;
	uint32_t first_part, end_part; /* which of the file's are read */
	pthread_mutex_t lock;
	pthread_cond_t passed; /* a chunk's end has become known */

	/* uncompressed */
	uint32_t chunk_part; /* that the next chunk is of, and which of its chunks that is */
	uint64_t chunk_in_part;
	uint64_t next_chunk;  /* counted through all parts */
	uint64_t walked;      /* chunks whose end is known: they are walked in order */
	uint64_t chunk_start; /* where the first record of chunk number `walked` begins */
	bool chunk_lost;      /* damage came before: that is where to search for it */

	/* compressed */
	const struct file_part *part; /* that the position is in */
	uint64_t taken_before;        /* of `taken`: what the parts before it have */
	uint64_t next_number;
	uint64_t position;    /* of the next outer record */
	struct buffer window; /* bytes of the file from window_offset on */
	uint64_t window_offset;
	ZSTD_DCtx *stream;   /* of an endless stream */
	struct buffer carry; /* the beginning of a record that goes on in what is decompressed next */
	size_t payload_done; /* bytes of the outer record at `position` that are decompressed already */
	bool stream_full;    /* the decompressor may hold more than the last output had room for */
	bool cut_noted;      /* of the record at the end of the data, which may be looked at more than once */
	bool stream_ended;   /* it is damaged: no more of it */
	bool whole_frames;   /* frames that hold whole records were met: there is no stream */

	/* What the compressed data hold, counted block by block in the order of the file: see enough_held() */
	uint64_t turns_taken, turns_ended;
	uint64_t weight;                     /* of the blocks that had their turn */
	const struct file_part *stream_left; /* its stream is left out from here on */
	bool left_noted;                     /* that something was left out */

	uint64_t taken;
	uint64_t n_damaged;
	uint64_t n_lost;
	struct error first_damage;
	void (*damaged)(void *context, const struct error *damage); /* NULL: nobody wants to know */
	void *damaged_context;
	uint64_t n_passed[PERF_RECORD_USER_TYPE_END]; /* records that no block shows */
};

struct block_reader {
	struct blocks *blocks;
	const struct file_part *part; /* uncompressed: that the chunk is of */
	uint8_t *chunk;               /* BLOCKS_CHUNK + RECORD_SIZE_MAX bytes */
	uint64_t chunk_offset;        /* of them in the file */
	size_t chunk_size;            /* records that begin in these bytes are the chunk's */
	size_t chunk_left;            /* bytes there are, so that the last of the records is whole */
	uint64_t chunk_next;          /* where, behind damage, the next run of the chunk's records begins */
	struct buffer input;          /* compressed bytes of one frame, or plain records */
	struct buffer output;         /* decompressed */
	ZSTD_DCtx *dctx;
};

/* Notes damage. The lock is held. */
void blocks_note_damage(struct blocks *b, const struct error *damage);

/* The position goes to the beginning of the part, of which nothing is known yet. */
void blocks_begin_part(struct blocks *b, const struct file_part *part);

/* Whether the data behind a record reach beyond the part's data; *damage then says so. */
bool blocks_data_cut_off(const struct file_part *part, const struct record *r, uint64_t trailing, struct error *damage);

/* The kinds' ways to the next block. */
int blocks_next_chunk(struct block_reader *r, struct block *ret_block, struct error *err);
int blocks_next_compressed(struct block_reader *r, struct block *ret_block, struct error *err);

#endif
