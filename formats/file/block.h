/*
 * block: a run of whole records in memory, as formats/file/blocks.h hands them out, and the way through it.
 */
#ifndef PREC_FORMATS_FILE_BLOCK_H
#define PREC_FORMATS_FILE_BLOCK_H

#include "formats/record/record.h"

struct block {
	uint64_t number; /* in the order of the file; not without gaps */
	uint64_t offset; /* in the file: of the first record, or of the COMPRESSED record that holds the first */
	const uint8_t *data;
	size_t size;
	bool decompressed; /* `offset` holds for all records of the block; no data follow its records */
	uint32_t n_rounds; /* FINISHED_ROUNDs that stood between its records and are not among them */
};

/* How many of the `left` bytes after a record belong to it (record_trailing_size). */
uint64_t block_trailing_size(const struct record *r, uint64_t left);

/*
 * Steps through a block: the record at *pos, which moves past it and the data that belong to it. 1, or 0 at the end.
 * Blocks hold whole records only, so there is nothing to fail.
 */
static inline int block_next_record(const struct block *b, bool swap, size_t *pos, struct record *ret_record)
{
	const uint8_t *p;

	if (*pos >= b->size)
		return 0;
	p = b->data + *pos;
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

#endif
