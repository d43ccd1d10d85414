/*
 * sideband_index: the blocks of a file that hold records about processes and mappings, as its block index
 * (formats/file/block_index.h) says, so that they can be read before all others.
 *
 *	file	[ sideband ][ samples ][ samples ][ sideband ][ samples ] ... [ index ][ footer ]
 *	first	     |                                 |
 *	then	             [ samples ][ samples ]           [ samples ] ...
 *
 * The index is a claim of the file. Who reads by it compares what it found with what the walk over all blocks finds:
 * blocks that are done must be met by that walk (sideband_index_met), and no other may hold such records.
 *
 * Not locked: sources of blocks change it with their lock held.
 */
#ifndef PREC_FORMATS_FILE_SIDEBAND_INDEX_H
#define PREC_FORMATS_FILE_SIDEBAND_INDEX_H

#include "common/error.h"
#include "formats/file/perf_file.h"

struct sideband_block {
	uint64_t offset, end; /* in the file, in ascending order */
	uint64_t weight;      /* of its records (formats/file/decompress_limit.h), once it is read */
	bool compressed;
	bool pure; /* compressed, and holds no samples, says the index: once read, all of it is done */
	bool done; /* a walk over all blocks need not unpack it again */
	bool met;  /* such a walk has passed over it */
};

struct sideband_index {
	struct sideband_block *blocks;
	uint32_t n, capacity;
	uint64_t raw_bytes;   /* of all blocks of the file, unpacked */
	uint64_t mixed_bytes; /* likewise, of those here that hold samples too */
};

/*
 * Reads it from the private records at the end of the data. 1; 0: the file has none, or none that can be used, which is
 * no damage: such a file is read without; or -ENOMEM. sideband_index_fini is due in any case.
 */
int sideband_index_read(struct sideband_index *ret_index, const struct perf_file *file, struct error *err);
void sideband_index_fini(struct sideband_index *index);

/*
 * The block that begins at the offset, if it is done and ends at `end`; it then is met. NULL: none. *next: of the calls
 * of one walk, at ascending offsets; 0 at first.
 */
const struct sideband_block *sideband_index_meet(struct sideband_index *index, uint32_t *next, uint64_t offset,
						 uint64_t end);

/* Whether all blocks that are done were met. */
bool sideband_index_met(const struct sideband_index *index);

#endif
