#include "formats/file/block_index.h"

#include "common/list.h"

#include <errno.h>
#include <stdlib.h>

#define BLOCK_INDEX_HEADER_SIZE 16

/* How many blocks a record can hold. */
#define BLOCK_INDEX_PIECE ((PRIVATE_RECORD_CONTENT_MAX - BLOCK_INDEX_HEADER_SIZE) / BLOCK_INDEX_ENTRY_SIZE)

void block_index_init(struct block_index *index)
{
	memset(index, 0, sizeof(*index));
}

void block_index_fini(struct block_index *index)
{
	free(index->blocks);
	memset(index, 0, sizeof(*index));
}

int block_index_add(struct block_index *index, const struct block_entry *entry)
{
	if (!list_reserve(&index->blocks, index->n, &index->capacity, sizeof(*index->blocks)))
		return -ENOMEM;
	index->blocks[index->n++] = *entry;
	return 0;
}

static void piece_put(struct buffer *b, const struct block_entry *blocks, size_t n)
{
	size_t start = private_record_begin(b, PRIVATE_RECORD_BLOCK_INDEX);

	buffer_put_u32(b, BLOCK_INDEX_VERSION);
	buffer_put_u32(b, BLOCK_INDEX_ENTRY_SIZE);
	buffer_put_u64(b, n);
	for (size_t i = 0; i < n; i++) {
		buffer_put_u64(b, blocks[i].offset);
		buffer_put_u32(b, blocks[i].size);
		buffer_put_u32(b, blocks[i].raw_size);
		buffer_put_u64(b, blocks[i].first_time);
		buffer_put_u64(b, blocks[i].last_time);
		buffer_put_u32(b, blocks[i].n_samples);
		buffer_put_u32(b, blocks[i].flags);
	}
	private_record_end(b, start);
}

void block_index_put(struct buffer *b, const struct block_index *index)
{
	for (size_t i = 0; i < index->n; i += BLOCK_INDEX_PIECE)
		piece_put(b, index->blocks + i, index->n - i < BLOCK_INDEX_PIECE ? index->n - i : BLOCK_INDEX_PIECE);
}

static void block_decode(struct block_entry *block, struct cursor *c)
{
	block->offset = cursor_u64(c);
	block->size = cursor_u32(c);
	block->raw_size = cursor_u32(c);
	block->first_time = cursor_u64(c);
	block->last_time = cursor_u64(c);
	block->n_samples = cursor_u32(c);
	block->flags = cursor_u32(c);
}

static int block_index_header(struct cursor *c, uint32_t *ret_entry_size, uint64_t *ret_count, struct error *err)
{
	uint32_t version = cursor_u32(c);
	uint32_t entry_size = cursor_u32(c);
	uint64_t count = cursor_u64(c);

	if (!cursor_ok(c))
		return error_set(err, -ENODATA, "block index of less than %d bytes", BLOCK_INDEX_HEADER_SIZE);
	if (version != BLOCK_INDEX_VERSION)
		return error_set(err, -ENOTSUP, "block index of version %u, not %d", version, BLOCK_INDEX_VERSION);
	if (entry_size < BLOCK_INDEX_ENTRY_SIZE)
		return error_set(err, -EBADMSG, "block index with entries of %u bytes, %d at least", entry_size,
				 BLOCK_INDEX_ENTRY_SIZE);
	if (count > cursor_left(c) / entry_size)
		return error_set(err, -ENODATA, "block index of %llu entries in %zu bytes", (unsigned long long)count,
				 cursor_left(c));
	*ret_entry_size = entry_size;
	*ret_count = count;
	return 0;
}

int block_index_decode(struct block_index *ret_index, struct cursor *c, uint64_t start, uint64_t end, struct error *err)
{
	struct block_index index;
	uint64_t last_end = start;
	uint32_t entry_size = 0;
	uint64_t count = 0;
	int result = block_index_header(c, &entry_size, &count, err);

	if (result)
		return result;
	block_index_init(&index);
	for (uint64_t i = 0; i < count; i++) {
		struct cursor entry = cursor_sub(c, entry_size);
		struct block_entry block;

		block_decode(&block, &entry);
		if (block.offset < last_end || block.offset > end || block.size > end - block.offset) {
			result = error_set(err, -EBADMSG, "block %llu lies outside the data or over the one before",
					   (unsigned long long)i);
			break;
		}
		last_end = block.offset + block.size;
		if (block_index_add(&index, &block)) {
			result = error_nomem(err);
			break;
		}
	}
	if (result)
		block_index_fini(&index);
	else
		*ret_index = index;
	return result;
}
