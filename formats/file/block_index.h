/*
 * block_index: writes and reads the list of a file's blocks: where they are, and what they have.
 *
 * prec writes it when a recording ends without an error, in pieces that fit into records (PRIVATE_RECORD_BLOCK_INDEX of
 * formats/record/private_record.h). A block is either one zstd frame, in one or more COMPRESSED records, or
 * uncompressed records. It has whole records only, and no record belongs to two blocks. Blocks are in the order of the
 * file and do not overlap; records between them (FINISHED_ROUND and others) are no samples, and not about processes or
 * mappings. The content of a piece, all numbers in the file's byte order:
 *
 *	u32 version      1
 *	u32 entry_size   bytes of an entry; a reader skips bytes at its end that it does not know
 *	u64 count
 *	count entries:
 *		u64 offset      in the file, of the block's first record
 *		u32 size        bytes in the file
 *		u32 raw_size    bytes of the uncompressed records
 *		u64 first_time  the smallest and the largest time of its records, of whatever type; UINT64_MAX and 0:
 *		u64 last_time   none has a time; 0, as synthesized records have it, is no time
 *		u32 n_samples   how many SAMPLE records it has
 *		u32 flags       BLOCK_*
 *
 * Threads: an index is used by one thread at a time.
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

/* Adds a block. 0 or -ENOMEM. */
int block_index_add(struct block_index *index, const struct block_entry *entry);

/* Appends the whole index as records; none if it is empty. */
void block_index_put(struct buffer *b, const struct block_index *index);

/*
 * Reads the content of one piece, all bytes of the cursor; block_index_fini frees *ret_index. All blocks have to be in
 * order and between start and end: the end of the last block of the piece before (or the start of the data), and the
 * offset of the piece itself. 0 or a negative errno, with nothing to free; -ENODATA: it is shorter than its count says;
 * -EBADMSG: blocks are out of order or bounds; -ENOTSUP: another version; -ENOMEM.
 */
int block_index_decode(struct block_index *ret_index, struct cursor *c, uint64_t start, uint64_t end,
		       struct error *err);

#endif
