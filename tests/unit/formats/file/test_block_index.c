#include "formats/file/block_index.h"
#include "formats/record/private_record.h"
#include "tests/support/test.h"

#include <errno.h>

static const struct block_entry two_blocks[] = {
	{ 1000, 200, 900, 5, 9, 12, BLOCK_COMPRESSED },
	{ 1200, 64, 64, UINT64_MAX, 0, 0, BLOCK_SIDEBAND },
};

/* The content of the record that holds them. */
static void encode_two(struct buffer *b)
{
	struct block_index index;

	block_index_init(&index);
	for (size_t i = 0; i < ARRAY_SIZE(two_blocks); i++)
		CHECK_EQ_I64(block_index_add(&index, &two_blocks[i]), 0);
	block_index_put(b, &index);
	block_index_fini(&index);
	CHECK_EQ_U64(load_u16_order(b->data + 6, b->swap), b->size);
	memmove(b->data, b->data + PRIVATE_RECORD_HEADER_SIZE, b->size - PRIVATE_RECORD_HEADER_SIZE);
	b->size -= PRIVATE_RECORD_HEADER_SIZE;
}

static int decode(struct block_index *index, const struct buffer *b, size_t size, uint64_t start, uint64_t end)
{
	struct cursor c = cursor_make(b->data, size, b->swap);

	return block_index_decode(index, &c, start, end, NULL);
}

static void check_round_trip(bool swap)
{
	struct block_index index;
	struct buffer b;

	buffer_init(&b);
	b.swap = swap;
	encode_two(&b);
	CHECK_EQ_U64(b.size, 16 + 2 * BLOCK_INDEX_ENTRY_SIZE);
	CHECK_EQ_I64(decode(&index, &b, b.size, 1000, 1264), 0);
	CHECK_EQ_U64(index.n, 2);
	for (size_t i = 0; i < 2; i++) {
		CHECK_EQ_U64(index.blocks[i].offset, two_blocks[i].offset);
		CHECK_EQ_U64(index.blocks[i].size, two_blocks[i].size);
		CHECK_EQ_U64(index.blocks[i].raw_size, two_blocks[i].raw_size);
		CHECK_EQ_U64(index.blocks[i].first_time, two_blocks[i].first_time);
		CHECK_EQ_U64(index.blocks[i].last_time, two_blocks[i].last_time);
		CHECK_EQ_U64(index.blocks[i].n_samples, two_blocks[i].n_samples);
		CHECK_EQ_U64(index.blocks[i].flags, two_blocks[i].flags);
	}
	block_index_fini(&index);
	buffer_fini(&b);
}

TEST(round_trip)
{
	check_round_trip(false);
	check_round_trip(true);
}

TEST(truncated_anywhere)
{
	struct block_index index;
	struct buffer b;

	buffer_init(&b);
	encode_two(&b);
	for (size_t size = 0; size < b.size; size++)
		CHECK_EQ_I64(decode(&index, &b, size, 1000, 1264), -ENODATA);
	buffer_fini(&b);
}

TEST(count_beyond_memory)
{
	struct block_index index;
	struct buffer b;

	buffer_init(&b);
	encode_two(&b);
	buffer_set_u64(&b, 8, UINT64_MAX);
	CHECK_EQ_I64(decode(&index, &b, b.size, 1000, 1264), -ENODATA);
	buffer_fini(&b);
}

TEST(outside_the_data)
{
	struct block_index index;
	struct buffer b;

	buffer_init(&b);
	encode_two(&b);
	CHECK_EQ_I64(decode(&index, &b, b.size, 1001, 1264), -EBADMSG);
	CHECK_EQ_I64(decode(&index, &b, b.size, 1000, 1263), -EBADMSG);
	buffer_set_u64(&b, 16, UINT64_MAX - 10); /* its end wraps */
	CHECK_EQ_I64(decode(&index, &b, b.size, 1000, 1264), -EBADMSG);
	buffer_fini(&b);
}

TEST(overlapping)
{
	struct block_index index;
	struct buffer b;

	buffer_init(&b);
	encode_two(&b);
	buffer_set_u64(&b, 16 + BLOCK_INDEX_ENTRY_SIZE, 1199);
	CHECK_EQ_I64(decode(&index, &b, b.size, 1000, 1264), -EBADMSG);
	buffer_fini(&b);
}

TEST(other_versions)
{
	struct block_index index;
	struct buffer b;

	buffer_init(&b);
	encode_two(&b);
	buffer_set_u32(&b, 4, BLOCK_INDEX_ENTRY_SIZE - 1);
	CHECK_EQ_I64(decode(&index, &b, b.size, 1000, 1264), -EBADMSG);
	buffer_set_u32(&b, 0, 2);
	CHECK_EQ_I64(decode(&index, &b, b.size, 1000, 1264), -ENOTSUP);
	buffer_fini(&b);
}

/* Entries of a later writer may be longer. */
TEST(longer_entries)
{
	struct block_index index;
	struct buffer b;

	buffer_init(&b);
	buffer_put_u32(&b, BLOCK_INDEX_VERSION);
	buffer_put_u32(&b, BLOCK_INDEX_ENTRY_SIZE + 8);
	buffer_put_u64(&b, 2);
	for (uint64_t i = 0; i < 2; i++) {
		buffer_put_u64(&b, 1000 + 100 * i);
		buffer_put_u32(&b, 100);
		buffer_append(&b, NULL, BLOCK_INDEX_ENTRY_SIZE - 12);
		buffer_put_u64(&b, UINT64_MAX);
	}
	CHECK_EQ_I64(decode(&index, &b, b.size, 1000, 1200), 0);
	CHECK_EQ_U64(index.n, 2);
	CHECK_EQ_U64(index.blocks[1].offset, 1100);
	block_index_fini(&index);
	buffer_fini(&b);
}

/* More blocks than a record has room for: each piece is read on its own, from where the one before ended. */
TEST(pieces)
{
	const size_t n = 5000;
	struct block_index index;
	struct buffer b;
	size_t at = 0, n_read = 0;
	uint64_t start = 0;

	buffer_init(&b);
	block_index_init(&index);
	for (uint64_t i = 0; i < n; i++)
		CHECK_EQ_I64(block_index_add(&index, &(struct block_entry){ .offset = 100 * i, .size = 100 }), 0);
	block_index_put(&b, &index);
	block_index_fini(&index);
	while (at < b.size) {
		const struct record r = { .data = b.data + at,
					  .type = load_u32(b.data + at),
					  .size = load_u16(b.data + at + 6) };
		struct private_record private;

		CHECK(private_record_parse(&r, &private));
		CHECK_EQ_U64(private.kind, PRIVATE_RECORD_BLOCK_INDEX);
		CHECK_EQ_I64(block_index_decode(&index, &private.content, start, 100 * n, NULL), 0);
		CHECK_EQ_U64(index.blocks[0].offset, start);
		n_read += index.n;
		start += 100 * index.n;
		block_index_fini(&index);
		at += r.size;
	}
	CHECK_EQ_U64(at, b.size);
	CHECK_EQ_U64(n_read, n);
	buffer_fini(&b);
}

TEST(empty)
{
	struct block_index index;
	struct buffer b;

	buffer_init(&b);
	block_index_init(&index);
	block_index_put(&b, &index);
	CHECK_EQ_U64(b.size, 0);
	buffer_fini(&b);
}
