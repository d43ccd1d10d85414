#include "tests/support/perf_builder.h"

#include <stdlib.h>

void perf_builder_block_begin(struct perf_builder *b)
{
	b->block_from = b->records.size;
	perf_builder_compress_begin(b);
}

static uint32_t count_samples(const struct perf_builder *b)
{
	const struct buffer *r = &b->records;
	uint32_t n = 0;

	for (size_t pos = b->block_from; pos < r->size; pos += load_u16_order(r->data + pos + 6, r->swap))
		n += load_u32_order(r->data + pos, r->swap) == PERF_RECORD_SAMPLE;
	return n;
}

void perf_builder_block_end(struct perf_builder *b, uint32_t flags)
{
	struct block_entry entry = { .offset = perf_builder_data_offset(b) + b->block_from,
				     .raw_size = (uint32_t)(b->records.size - b->block_from),
				     .first_time = UINT64_MAX,
				     .n_samples = count_samples(b),
				     .flags = flags };

	if (flags & BLOCK_COMPRESSED)
		perf_builder_compress_end(b, PERF_RECORD_COMPRESSED, 1, 0);
	entry.size = (uint32_t)(b->records.size - b->block_from);
	if (block_index_add(&b->index, &entry))
		abort();
}

void perf_builder_index_end(struct perf_builder *b)
{
	uint64_t offset = perf_builder_data_offset(b) + b->records.size;

	block_index_put(&b->records, &b->index);
	private_record_put_footer(&b->records, true, offset, 0);
}
