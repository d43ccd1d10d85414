/*
 * sideband_index: lists the blocks with records about processes and mappings, by the file's block index
 * (formats/file/block_index.h), so that they can be read before all others.
 *
 *	file	[ sideband ][ samples ][ samples ][ sideband ][ samples ] ... [ index ][ footer ]
 *	first	     |                                 |
 *	then	             [ samples ][ samples ]           [ samples ] ...
 *
 * The index is not trusted. The walk over all blocks checks it: it has to meet every block that is done
 * (sideband_index_met), and no other block may have such records.
 *
 * Threads: sources of blocks change it with their lock held.
 */
#ifndef PREC_FORMATS_FILE_SIDEBAND_INDEX_H
#define PREC_FORMATS_FILE_SIDEBAND_INDEX_H

#include "common/error.h"
#include "formats/file/perf_file.h"

struct sideband_block {
	uint64_t offset, end; /* in the file; the list is in ascending order */
	uint64_t weight;      /* of its records (formats/file/decompress_limit.h), after it was read */
	bool compressed;
	bool pure;    /* it is compressed and, according to the index, has no samples: once it is read, it is done */
	bool is_done; /* the walk over all blocks need not decompress it again */
	bool met;     /* the walk over all blocks has skipped it */
};

struct sideband_index {
	struct sideband_block *blocks;
	uint32_t n, capacity;
	uint64_t raw_bytes;   /* of all blocks of the file, uncompressed */
	uint64_t mixed_bytes; /* of the blocks in the list that have samples, too, uncompressed */
};

/*
 * Reads the index at the end of the file's data. 1; 0: there is none, or none that can be used: such a file is read
 * without an index, and that is no damage; or -ENOMEM. The caller calls sideband_index_fini in all cases.
 */
int sideband_index_read(struct sideband_index *ret_index, const struct perf_file *file, struct error *err);
void sideband_index_fini(struct sideband_index *index);

/*
 * Returns the block from offset to end, if it is in the list and done, and marks it as met; otherwise NULL. Call with
 * ascending offsets. *next: where the search goes on; 0 at the begin of a walk.
 */
const struct sideband_block *sideband_index_meet(struct sideband_index *index, uint32_t *next, uint64_t offset,
						 uint64_t end);

/* True if all blocks that are done were met. */
bool sideband_index_met(const struct sideband_index *index);

#endif
