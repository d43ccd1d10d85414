#include "formats/file/sideband_index.h"

#include "common/list.h"
#include "formats/file/block_index.h"

#include <errno.h>
#include <stdlib.h>

/* 6 million blocks, which take 600 GB and more. */
#define INDEX_BYTES_MAX (256u << 20)

void sideband_index_fini(struct sideband_index *index)
{
	free(index->blocks);
	*index = (struct sideband_index){ 0 };
}

/* Finds the pieces of the index, which end at the footer. False: there are none. */
static bool index_find(const struct perf_file *file, struct file_section *ret_pieces)
{
	const struct file_part *part = &file->parts.list[0];
	uint64_t end = file_part_data_end(part);
	uint8_t bytes[FOOTER_SIZE];
	struct footer footer;

	if (file->pipe || file->parts.n > 1 || part->data.size < FOOTER_SIZE ||
	    file_part_pread(part, bytes, sizeof(bytes), end - FOOTER_SIZE) != FOOTER_SIZE ||
	    !private_record_parse_footer(bytes, file->swap, &footer) || footer.index <= part->data.offset ||
	    footer.index >= end - FOOTER_SIZE || end - FOOTER_SIZE - footer.index > INDEX_BYTES_MAX)
		return false;
	*ret_pieces = (struct file_section){ .offset = footer.index, .size = end - FOOTER_SIZE - footer.index };
	return true;
}

static int entries_take(struct sideband_index *index, const struct block_index *from, struct error *err)
{
	for (size_t i = 0; i < from->n; i++) {
		const struct block_entry *e = &from->blocks[i];

		index->raw_bytes += e->raw_size;
		if (!(e->flags & BLOCK_SIDEBAND))
			continue;
		if (!list_reserve(&index->blocks, index->n, &index->capacity, sizeof(*index->blocks)))
			return error_nomem(err);
		index->mixed_bytes += e->n_samples ? e->raw_size : 0;
		index->blocks[index->n++] =
			(struct sideband_block){ .offset = e->offset,
						 .end = e->offset + e->size,
						 .compressed = e->flags & BLOCK_COMPRESSED,
						 .pure = !e->n_samples && e->flags & BLOCK_COMPRESSED };
	}
	return 0;
}

/* Adds a piece of the index. *end: the end of the last block so far. 0 or a negative errno. */
static int piece_take(struct sideband_index *index, const struct record *r, uint64_t *end, struct error *err)
{
	struct block_index piece;
	struct private_record private;
	int result;

	if (!private_record_parse(r, &private))
		return -EBADMSG;
	if (private.kind != PRIVATE_RECORD_BLOCK_INDEX)
		return 0;
	result = private.version == PRIVATE_RECORD_VERSION
			 ? block_index_decode(&piece, &private.content, *end, r->offset, err)
			 : -ENOTSUP;
	if (result)
		return result;
	result = entries_take(index, &piece, err);
	if (piece.n)
		*end = piece.blocks[piece.n - 1].offset + piece.blocks[piece.n - 1].size;
	block_index_fini(&piece);
	return result;
}

static int pieces_take(struct sideband_index *index, const struct perf_file *file, const uint8_t *data,
		       const struct file_section *pieces, struct error *err)
{
	uint64_t end = file->parts.list[0].data.offset;
	struct error damage;
	struct record r;
	int result = 0;

	for (size_t pos = 0; pos < pieces->size && !result; pos += r.size) {
		result = record_at(&r, data + pos, pieces->size - pos, pieces->offset + pos, file->swap, &damage);
		if (!result)
			result = piece_take(index, &r, &end, err);
	}
	return result;
}

int sideband_index_read(struct sideband_index *ret_index, const struct perf_file *file, struct error *err)
{
	struct file_section pieces;
	uint8_t *data;
	int result = 0;

	*ret_index = (struct sideband_index){ 0 };
	if (!index_find(file, &pieces))
		return 0;
	data = malloc(pieces.size);
	if (!data)
		return error_nomem(err);
	if (file_part_pread(&file->parts.list[0], data, pieces.size, pieces.offset) != (ssize_t)pieces.size)
		result = -EIO;
	if (!result)
		result = pieces_take(ret_index, file, data, &pieces, err);
	free(data);
	if (!result)
		return 1;
	sideband_index_fini(ret_index);
	return result == -ENOMEM ? result : 0;
}

const struct sideband_block *sideband_index_meet(struct sideband_index *index, uint32_t *next, uint64_t offset,
						 uint64_t end)
{
	struct sideband_block *block;

	while (*next < index->n && index->blocks[*next].offset < offset)
		++*next;
	if (*next == index->n)
		return NULL;
	block = &index->blocks[*next];
	if (block->offset != offset || block->end != end || !block->is_done)
		return NULL;
	block->met = true;
	return block;
}

bool sideband_index_met(const struct sideband_index *index)
{
	for (uint32_t i = 0; i < index->n; i++)
		if (index->blocks[i].is_done && !index->blocks[i].met)
			return false;
	return true;
}
