/*
 * Blocks of records that are not compressed: what stands after records, and damage.
 */
#include "tests/support/built_file.h"
#include "tests/support/seen.h"
#include "tests/support/test.h"

#include <errno.h>

/* 2 MiB: eight chunks, whose borders fall into records. */
TEST(plain_records)
{
	for (unsigned flags = 0; flags < 4; flags++) {
		struct seen want = { 0 };
		struct perf_builder b;

		seen_builder(&b, flags);
		seen_records(&b, 0, 8000);
		CHECK(b.records.size > 1600000);
		seen_want(&want, 0, 8000);
		want.others = flags & PERF_BUILDER_PIPE ? 1 : 0;
		seen_check(&b, &want);
		perf_builder_fini(&b);
	}
}

/* How many chunks waited for those before them in three walks over the file, the last of which is whole if it is. */
static uint64_t count_in_turn(struct perf_builder *b, bool is_whole)
{
	struct perf_file *f = built_open(b, NULL);
	struct block_reader *reader;
	struct blocks *blocks;
	struct block block;
	uint64_t n;

	CHECK(f);
	CHECK_EQ_I64(blocks_new(&blocks, f, NULL), 0);
	seen_read(blocks, 3, false);
	CHECK(blocks_taken(blocks) > 0);
	blocks_rewind(blocks);
	CHECK_EQ_U64(blocks_taken(blocks), 0);
	seen_read(blocks, 3, false);
	n = blocks_n_in_turn(blocks);
	blocks_rewind(blocks);
	CHECK_EQ_I64(block_reader_new(&reader, blocks, NULL), 0);
	CHECK_EQ_I64(block_reader_next(reader, &block, NULL), 1);
	block_reader_free(reader);
	CHECK_EQ_U64(blocks_n_in_turn(blocks), is_whole ? n : n + 1);
	/* After a walk that ended early, where chunks begin is found anew. */
	blocks_rewind(blocks);
	seen_read(blocks, 3, false);
	CHECK_EQ_U64(blocks_n_in_turn(blocks), is_whole ? 2 * n : n + 1 + n / 2);
	blocks_free(blocks);
	perf_file_close(f);
	return n;
}

/* Where records begin in each chunk is found once; but not where they were searched after damage. */
TEST(chunks_wait_for_each_other_once)
{
	struct perf_builder b;
	uint64_t n;

	seen_builder(&b, 0);
	seen_records(&b, 0, 8000);
	n = count_in_turn(&b, true);
	CHECK_EQ_U64(n, (b.records.size + 262143) / 262144);
	memset(b.records.data + 200000, 0xff, 100000);
	CHECK_EQ_U64(count_in_turn(&b, false), 2 * n);
	perf_builder_fini(&b);
}

/* Data of a few bytes, of most of a chunk, of several chunks. */
TEST(data_after_records)
{
	static const size_t sizes[] = { 8, 0, 1000, 250000, 262144, 1000000, 16 };
	struct seen want = { 0 };
	struct perf_builder b;

	for (int swap = 0; swap < 2; swap++) {
		seen_builder(&b, swap ? PERF_BUILDER_SWAP : 0);
		for (uint32_t i = 0; i < ARRAY_SIZE(sizes); i++) {
			seen_records(&b, 300 * i, 300 * (i + 1));
			seen_auxtrace(&b, sizes[i]);
		}
		seen_records(&b, 2100, 2200);
		want = (struct seen){ .others = ARRAY_SIZE(sizes) };
		seen_want(&want, 0, 2200);
		seen_check(&b, &want);
		perf_builder_fini(&b);
	}
}

TEST(tracing_data_in_a_pipe)
{
	struct seen want = { .others = 2 };
	struct perf_builder b;
	uint32_t size = 70001;

	seen_builder(&b, PERF_BUILDER_PIPE);
	seen_records(&b, 0, 100);
	perf_builder_record(&b, PERF_RECORD_HEADER_TRACING_DATA, 0, (uint32_t[]){ size, 0 }, 8, false);
	for (uint32_t i = 0; i < align_up(size, 8); i++)
		buffer_put_u8(&b.records, 7);
	seen_records(&b, 100, 200);
	seen_want(&want, 0, 200);
	seen_check(&b, &want);
	perf_builder_fini(&b);
}

/* Of a later kernel, as their sizes say: no damage, wherever they are. */
TEST(records_of_unknown_types)
{
	static const uint8_t body[512];

	for (unsigned flags = 0; flags <= PERF_BUILDER_SWAP; flags++) {
		struct seen want = { .others = 4 };
		struct perf_builder b;

		seen_builder(&b, flags);
		perf_builder_record(&b, 60, 0, body, 16, false);
		seen_records(&b, 0, 100);
		perf_builder_record(&b, 61, 0, body, 512, false);
		perf_builder_record(&b, 62, 0, body, 8, false);
		seen_records(&b, 100, 200);
		perf_builder_record(&b, 60, 0, body, 264, false);
		seen_want(&want, 0, 200);
		seen_check(&b, &want);
		perf_builder_fini(&b);
	}
}

/* The data of the last record are not all there: what came before is read, and the damage is reported. */
TEST(data_after_a_record_cut_off)
{
	for (int compressed = 0; compressed < 2; compressed++) {
		struct seen want = { .others = 1, .n_damaged = 1 };
		struct perf_builder b;
		struct seen have;

		seen_builder(&b, 0);
		seen_records(&b, 0, 100);
		seen_auxtrace(&b, 500000);
		b.records.size -= 1000;
		if (compressed)
			perf_builder_feature_compressed(&b, 1, 1, 4096);
		seen_want(&want, 0, 100);
		have = seen_check(&b, &want);
		CHECK_EQ_I64(have.damage.code, -ENODATA);
		CHECK(strstr(have.damage.message, "499000 of 500000"));
		perf_builder_fini(&b);
	}
}

/* A size that would send the walk back to where it was. */
TEST(data_of_impossible_size)
{
	for (unsigned kind = 0; kind < 3; kind++) {
		struct seen want = { .n_damaged = 1, .others = kind == 1 };
		struct perf_builder b;
		struct seen have;

		seen_builder(&b, kind == 1 ? PERF_BUILDER_PIPE : 0);
		if (kind == 2)
			perf_builder_feature_compressed(&b, 1, 1, 4096);
		seen_records(&b, 0, 100);
		perf_builder_record(&b, PERF_RECORD_AUXTRACE, 0, (uint64_t[]){ (uint64_t)-16 }, 8, false);
		seen_records(&b, 100, 200);
		seen_want(&want, 0, 200);
		have = seen_check(&b, &want);
		CHECK_EQ_I64(have.damage.code, -EBADMSG);
		perf_builder_fini(&b);
	}
}

TEST(record_of_impossible_size)
{
	struct seen want = { .n_damaged = 1 };
	struct perf_builder b;
	struct seen have;

	seen_builder(&b, 0);
	seen_records(&b, 0, 3000);
	perf_builder_header(&b, PERF_RECORD_MMAP, 0, 7);
	seen_records(&b, 3000, 6000);
	seen_want(&want, 0, 6000);
	have = seen_check(&b, &want);
	CHECK_EQ_I64(have.damage.code, -EBADMSG);
	CHECK(have.damage.offset > 600000);
	perf_builder_fini(&b);
}

/* Bytes that are no records, of all sizes up to several chunks: the records after them are found. */
TEST(garbage_between_records)
{
	static const size_t sizes[] = { 1, 3, 7, 8, 100, 5000, 300000, 700001 };

	for (size_t i = 0; i < ARRAY_SIZE(sizes); i++)
		for (unsigned compressed = 0; compressed < 2; compressed++) {
			struct seen want = { .n_damaged = 1 };
			uint32_t random = 12345;
			struct perf_builder b;
			uint8_t *garbage;
			struct seen have;

			seen_builder(&b, 0);
			if (compressed)
				perf_builder_feature_compressed(&b, 1, 1, 4096);
			seen_records(&b, 0, 500);
			garbage = buffer_append(&b.records, NULL, sizes[i]);
			/* The first is no header whatever comes after it: its size is 0. */
			for (size_t k = 0; k < sizes[i]; k++)
				garbage[k] = k < 8 ? 0 : (uint8_t)((random = random * 1103515245 + 12345) >> 16);
			seen_records(&b, 500, 3000);
			seen_want(&want, 0, 3000);
			have = seen_check(&b, &want);
			CHECK(have.damage.code);
			perf_builder_fini(&b);
		}
}

/* Every length a file's last record can be cut to. */
TEST(last_record_cut_off)
{
	struct perf_builder b;
	size_t whole, last;

	/* On a big-endian machine the ids of what is cut off look like a record. */
	seen_builder(&b, order_is_swapped(false) ? PERF_BUILDER_SWAP : 0);
	seen_records(&b, 0, 40);
	last = b.records.size;
	seen_records(&b, 40, 41);
	whole = b.records.size;
	for (size_t size = last + 1; size < whole; size += 5) {
		struct seen want = { .n_damaged = 1 };
		struct seen have;

		b.records.size = size;
		seen_want(&want, 0, 40);
		have = seen_check(&b, &want);
		CHECK_EQ_I64(have.damage.code, -ENODATA);
	}
	perf_builder_fini(&b);
}
