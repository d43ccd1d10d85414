/*
 * The blocks that a file's index says hold sideband: found, read on their own, and passed over by the walk over all.
 */
#include "formats/file/blocks.h"
#include "tests/support/built_file.h"
#include "tests/support/seen.h"
#include "tests/support/test.h"

#define N     6       /* blocks, of which each third is sideband */
#define N_ALL (N + 1) /* with the one that the index itself makes */

static void put_blocks(struct perf_builder *b, unsigned flags, bool packed)
{
	seen_builder(b, flags);
	if (packed)
		perf_builder_feature_compressed(b, 1, 1, 1 << 20);
	for (uint32_t i = 0; i < N; i++) {
		perf_builder_block_begin(b);
		seen_records(b, 100 * i, 100 * (i + 1));
		perf_builder_block_end(b, (i % 3 ? 0 : BLOCK_SIDEBAND) | (packed ? BLOCK_COMPRESSED : 0));
		b->index.blocks[i].n_samples = i % 3 ? 100 : 0;
	}
}

static struct perf_file *file_open(struct perf_builder *b)
{
	struct error err = ERROR_INIT;
	struct perf_file *f = built_open(b, &err);

	CHECK(f);
	return f;
}

/* Reads all blocks; their numbers and sizes, how many there were. */
static uint32_t read_blocks(struct blocks *blocks, uint64_t numbers[N_ALL], size_t sizes[N_ALL])
{
	struct error err = ERROR_INIT;
	struct block_reader *reader;
	struct block block;
	uint32_t n = 0;

	CHECK_EQ_I64(block_reader_new(&reader, blocks, &err), 0);
	while (block_reader_next(reader, &block, &err) > 0 && n < N_ALL) {
		numbers[n] = block.number;
		sizes[n++] = block.size;
	}
	CHECK_EQ_I64(err.code, 0);
	block_reader_free(reader);
	return n;
}

static void check_chosen(unsigned flags, bool packed)
{
	uint64_t numbers[N_ALL], all[N_ALL];
	size_t sizes[N_ALL], all_sizes[N_ALL];
	struct sideband_index index;
	struct blocks *blocks;
	struct perf_builder b;
	struct perf_file *f;
	struct error err;

	put_blocks(&b, flags, packed);
	perf_builder_index_end(&b);
	f = file_open(&b);
	CHECK_EQ_I64(sideband_index_read(&index, f, NULL), 1);
	CHECK_EQ_U64(index.n, 2);
	for (uint32_t i = 0; i < index.n; i++) {
		CHECK_EQ_U64(index.blocks[i].offset, b.index.blocks[3 * i].offset);
		CHECK_EQ_U64(index.blocks[i].end, b.index.blocks[3 * i].offset + b.index.blocks[3 * i].size);
		CHECK_EQ_U64(index.blocks[i].pure, packed);
	}
	CHECK_EQ_I64(blocks_new_sideband(&blocks, f, &index, NULL), 0);
	CHECK_EQ_U64(read_blocks(blocks, numbers, sizes), 2);
	CHECK_EQ_U64(blocks_damage(blocks, &err), 0);
	CHECK_EQ_U64(blocks_n_unpacked(blocks), packed ? 2 : 0);
	for (uint32_t i = 0; i < 2; i++) {
		CHECK_EQ_U64(numbers[i], i);
		CHECK_EQ_U64(sizes[i], b.index.blocks[3 * i].raw_size);
	}
	blocks_free(blocks);
	if (packed) {
		CHECK_EQ_I64(blocks_new(&blocks, f, NULL), 0);
		CHECK_EQ_U64(read_blocks(blocks, all, all_sizes), N_ALL);
		index.blocks[0].is_done = true;
		blocks_rewind(blocks);
		blocks_pass_over(blocks, &index);
		CHECK(!sideband_index_met(&index));
		CHECK_EQ_U64(read_blocks(blocks, numbers, sizes), N_ALL - 1);
		CHECK(sideband_index_met(&index));
		CHECK_EQ_U64(blocks_n_unpacked(blocks), N + N - 1);
		for (uint32_t i = 0; i < N_ALL - 1; i++)
			CHECK_EQ_U64(numbers[i], all[i + 1]);
		blocks_free(blocks);
	}
	sideband_index_fini(&index);
	perf_file_close(f);
	perf_builder_fini(&b);
}

TEST(only_those)
{
	check_chosen(0, true);
	check_chosen(PERF_BUILDER_SWAP, true);
	check_chosen(0, false);
	check_chosen(PERF_BUILDER_SWAP, false);
}

/* How many blocks of sideband a file is found to have; -1: it has no index. */
static int found_in(struct perf_builder *b)
{
	struct perf_file *f = file_open(b);
	struct sideband_index index;
	int result = sideband_index_read(&index, f, NULL), n = (int)index.n;

	CHECK(result >= 0);
	sideband_index_fini(&index);
	perf_file_close(f);
	return result ? n : -1;
}

TEST(no_index)
{
	struct perf_builder b;

	put_blocks(&b, 0, true);
	CHECK_EQ_I64(found_in(&b), -1);
	perf_builder_index_end(&b);
	CHECK_EQ_I64(found_in(&b), 2);
	perf_builder_finished_round(&b); /* no footer at the end */
	CHECK_EQ_I64(found_in(&b), -1);
	perf_builder_fini(&b);
}

/* Each byte of the index and the footer, changed: the file is read, with it or without. */
TEST(damaged_anywhere)
{
	struct perf_builder b;
	size_t start;

	put_blocks(&b, 0, true);
	start = b.records.size;
	perf_builder_index_end(&b);
	for (size_t i = start; i < b.records.size; i++) {
		for (int bit = 0; bit < 8; bit += 7) {
			b.records.data[i] ^= (uint8_t)(1 << bit);
			found_in(&b);
			b.records.data[i] ^= (uint8_t)(1 << bit);
		}
	}
	CHECK_EQ_I64(found_in(&b), 2);
	/* Blocks that overlap, or lie after their index. */
	b.records.size = start;
	b.index.blocks[2].offset = b.index.blocks[1].offset;
	perf_builder_index_end(&b);
	CHECK_EQ_I64(found_in(&b), -1);
	b.records.size = start;
	b.index.blocks[2].offset = 1 << 30;
	perf_builder_index_end(&b);
	CHECK_EQ_I64(found_in(&b), -1);
	perf_builder_fini(&b);
}

/* Where there is no block of that size: that is known, and nothing else comes. */
TEST(not_what_is_there)
{
	static const int64_t shifts[][2] = { { 8, -8 }, { 0, -8 }, { 0, 8 }, { 1, -1 } };

	for (unsigned packed = 0; packed < 2; packed++) {
		for (size_t i = 0; i < ARRAY_SIZE(shifts); i++) {
			uint64_t numbers[N_ALL];
			size_t sizes[N_ALL];
			struct sideband_index index;
			struct blocks *blocks;
			struct perf_builder b;
			struct perf_file *f;
			struct error err;

			put_blocks(&b, 0, packed);
			b.index.blocks[0].offset += (uint64_t)shifts[i][0];
			b.index.blocks[0].size += (uint32_t)shifts[i][1];
			b.index.blocks[1].offset += 8;
			b.index.blocks[1].size -= 8;
			perf_builder_index_end(&b);
			f = file_open(&b);
			CHECK_EQ_I64(sideband_index_read(&index, f, NULL), 1);
			CHECK_EQ_I64(blocks_new_sideband(&blocks, f, &index, NULL), 0);
			CHECK_EQ_U64(read_blocks(blocks, numbers, sizes), 0);
			CHECK(blocks_damage(blocks, &err) > 0);
			blocks_free(blocks);
			sideband_index_fini(&index);
			perf_file_close(f);
			perf_builder_fini(&b);
		}
	}
}
