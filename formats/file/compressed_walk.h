/*
 * compressed_walk: walks over the records of a compressed file, part by part, without decompressing: over COMPRESSED
 * records, and uncompressed ones between them. Both are called outer records.
 *
 * Threads: all workers share one walk. The lock of block_shared is held in every call but _init and _fini.
 */
#ifndef PREC_FORMATS_FILE_COMPRESSED_WALK_H
#define PREC_FORMATS_FILE_COMPRESSED_WALK_H

#include "common/buffer.h"
#include "common/cursor.h"
#include "formats/file/block.h"
#include "formats/record/record.h"

/* True for the records that have compressed data. */
static inline bool record_is_compressed(const struct record *r)
{
	return r->type == PERF_RECORD_COMPRESSED || r->type == PERF_RECORD_COMPRESSED2;
}

/* Returns the compressed bytes: those after the header; in COMPRESSED2 they have a size before, and padding after. */
struct cursor compressed_payload(const struct record *r);

/*
 * True if the data begin with a frame that has its own size: a whole frame, not an endless stream. Data from the middle
 * of a frame or stream look like that by chance, once in four billion.
 */
bool payload_begins_frame(const struct record *r);

/* True if a function of libzstd has failed for want of memory, and not because the data are damaged. */
bool zstd_lacks_memory(size_t result);

/*
 * Returns how many bytes of decompressed data are whole records, from the first byte on. *ret_weight: the weight of
 * these records (formats/file/decompress_limit.h); *ret_broken: an impossible header follows.
 */
size_t whole_records(const uint8_t *data, size_t size, bool swap, uint64_t *ret_weight, bool *ret_broken);

struct compressed_walk {
	struct block_shared *shared;
	const struct file_part *part; /* the current part */
	uint64_t taken_before;        /* the data bytes of the parts before it */
	uint64_t position;            /* the offset of the next outer record */
	uint64_t next_number;         /* the number of the next block */
	struct buffer window;         /* bytes of the file from window_offset on */
	uint64_t window_offset;
	int failed;     /* the negative errno of the last reading; 0: none */
	bool cut_noted; /* damage was noted for the record at the end of the data: it may be looked at again */
	void (*gap)(void *context); /* called when records are skipped between damage and the next record */
	void *gap_context;
};

/* Sets up *w; call _rewind next. */
void compressed_walk_init(struct compressed_walk *w, struct block_shared *shared, void (*gap)(void *context),
			  void *context);
void compressed_walk_fini(struct compressed_walk *w);

/* Goes to the beginning of the first part. */
void compressed_walk_rewind(struct compressed_walk *w);

/* Goes to the beginning of the next part. False: there is none. */
bool compressed_walk_next_part(struct compressed_walk *w);

/*
 * Returns the outer record at the position, and the size of the data after it. The bytes are valid until the next call.
 * Damage is noted and skipped; a compressed record that is cut off by the end of the data is returned as far as it
 * goes. 1; 0: the end of the part; or a negative errno: the file cannot be read, and the position has not changed.
 */
int outer_record(struct compressed_walk *w, struct record *ret_record, uint64_t *ret_trailing);

/* Moves the position to the next outer record. */
void outer_step(struct compressed_walk *w, const struct record *r, uint64_t trailing);

/* Notes damage of compressed data, with a negative errno and a message. */
void outer_damage_at(struct compressed_walk *w, uint64_t offset, int code, const char *what);

#endif
