/*
 * block_index: where the blocks of a data section begin, and what they hold.
 *
 * Written at the clean end of a recording, in pieces that fit records (PRIVATE_RECORD_BLOCK_INDEX of
 * formats/record/private_record.h). A block is one zstd frame (in one or more PERF_RECORD_COMPRESSED records) or a run
 * of raw records; it holds whole records and nothing of another block. Blocks are in the order of the file and do not
 * overlap; what lies between them (FINISHED_ROUND and the like) has nothing to do with samples, processes or mappings.
 * The content of a piece, all numbers in the file's byte order:
 *
 *	u32 version      1
 *	u32 entry_size   bytes of an entry; a reader skips what it does not know at an entry's end
 *	u64 count
 *	count entries:
 *		u64 offset      in the file, of the first COMPRESSED record or the first raw record
 *		u32 size        bytes in the file
 *		u32 raw_size    bytes of the records, unpacked
 *		u64 first_time  the smallest and the largest time of its records, of samples and others alike;
 *		u64 last_time   UINT64_MAX and 0 when none of them has one (times of 0, which synthesized records have,
 *		                do not count)
 *		u32 n_samples   PERF_RECORD_SAMPLEs in it
 *		u32 flags       BLOCK_*
 */
#ifndef PREC_FORMATS_FILE_BLOCK_INDEX_H
#define PREC_FORMATS_FILE_BLOCK_INDEX_H

#include "common/buffer.h"
#include "common/cursor.h"
#include "common/error.h"
#include "formats/record/private_record.h"

#define BLOCK_INDEX_VERSION    1
#define BLOCK_INDEX_ENTRY_SIZE 40

struct block_entry {
	uint64_t offset;
	uint32_t size;
	uint32_t raw_size;
	uint64_t first_time, last_time;
	uint32_t n_samples;
	uint32_t flags;
};

struct block_index {
	struct block_entry *blocks;
	size_t n;
	uint32_t capacity;
};

void block_index_init(struct block_index *index);
void block_index_fini(struct block_index *index);

/* 0 or -ENOMEM. */
int block_index_add(struct block_index *index, const struct block_entry *entry);

/* Appends the whole index as records; none if it is empty. */
void block_index_put(struct buffer *b, const struct block_index *index);

/*
 * Reads the content of one piece, which the cursor holds exactly. start and end bound its blocks: the end of
 * the last block of the piece before, or the start of the data section; and where the piece itself stands. Every
 * block must lie between them, after the one before. 0, -ENODATA (shorter than its count says), -EBADMSG (out of order
 * or bounds), -ENOTSUP (another version), -ENOMEM.
 */
int block_index_decode(struct block_index *ret_index, struct cursor *c, uint64_t start, uint64_t end,
		       struct error *err);

#endif
