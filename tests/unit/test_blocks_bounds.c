/*
 * What a small file can ask of the readers of its blocks: how far it may expand, over how many records a frame goes.
 */
#include "formats/blocks_impl.h"
#include "tests/support/built_file.h"
#include "tests/support/test.h"

#include <errno.h>
#include <stdlib.h>

static const struct event_attr attr = { .size = ATTR_SIZE_VER7,
					.flags = ATTR_SAMPLE_ID_ALL,
					.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME };

static void put_samples(struct perf_builder *b, uint64_t n)
{
	for (uint64_t i = 0; i < n; i++)
		perf_builder_sample(b, &(struct perf_builder_sample){ .misc = RECORD_MISC_USER, .ip = 0x400100 });
}

/* The bytes of all blocks. *ret_damage: the first, code 0: none. */
static uint64_t read_all(struct perf_builder *b, uint64_t *ret_n_damages, struct error *ret_damage)
{
	struct perf_file *f = built_open(b, NULL);
	struct block_reader *reader;
	struct blocks *blocks;
	struct block block;
	uint64_t size = 0;
	int result;

	CHECK(f);
	*ret_damage = (struct error)ERROR_INIT;
	CHECK(!blocks_new(&blocks, f, NULL) && !block_reader_new(&reader, blocks, NULL));
	while ((result = block_reader_next(reader, &block, NULL)) > 0)
		size += block.size;
	CHECK_EQ_I64(result, 0);
	*ret_n_damages = blocks_damage(blocks, ret_damage);
	block_reader_free(reader);
	blocks_free(blocks);
	perf_file_close(f);
	return size;
}

#define FRAME_BYTES (2u << 20)
#define FRAMES      16

static void pack(struct perf_builder *b, bool stream)
{
	perf_builder_init(b, 0);
	perf_builder_event(b, &attr, "cycles", NULL, 0);
	perf_builder_feature_compressed(b, 1, 2, 1 << 20);
	perf_builder_compress_begin(b);
	for (int i = 0; i < FRAMES; i++) {
		put_samples(b, FRAME_BYTES / 32);
		if (stream)
			continue;
		perf_builder_compress_end(b, PERF_RECORD_COMPRESSED, 1, 0);
		perf_builder_compress_begin(b);
	}
	if (stream)
		perf_builder_compress_stream_end(b, 1, 1 << 20);
}

/* 32 MiB of the same record in some KiB: told once, and read as far as is free. */
static void check_bomb(bool stream)
{
	struct perf_builder b;
	struct error damage;
	uint64_t n, size;

	pack(&b, stream);
	CHECK(b.records.size < 64 * 1024);
	size = read_all(&b, &n, &damage);
	CHECK_EQ_U64(n, 1);
	CHECK_EQ_I64(damage.code, -E2BIG);
	CHECK(size >= BLOCKS_EXPANDED_FREE - 2 * FRAME_BYTES && size <= BLOCKS_EXPANDED_FREE + 2 * FRAME_BYTES);
	perf_builder_fini(&b);
}

TEST(frames_expand_so_far)
{
	check_bomb(false);
}

TEST(stream_expands_so_far)
{
	check_bomb(true);
}

/* The same beside enough of other data is in proportion. */
TEST(large_file_may_expand)
{
	struct perf_builder b;
	struct error damage;
	uint64_t n, size;

	pack(&b, false);
	for (int i = 0; i < 8; i++) {
		perf_builder_header(&b, PERF_RECORD_SWITCH, 0, 32768);
		buffer_append(&b.records, NULL, 32768 - RECORD_HEADER_SIZE);
	}
	perf_builder_compress_begin(&b);
	put_samples(&b, FRAME_BYTES / 32);
	perf_builder_compress_end(&b, PERF_RECORD_COMPRESSED, 1, 0);
	/* behind them is what was too much before them */
	size = read_all(&b, &n, &damage);
	CHECK_EQ_U64(n, 1);
	CHECK(size > BLOCKS_EXPANDED_FREE + 8 * 32768);
	perf_builder_fini(&b);
}

/* A frame in more records than any recorder makes of one is damage, and what follows is read. */
TEST(frame_in_crumbs)
{
	struct perf_builder b;
	struct error damage;
	uint64_t n, random = 1;

	perf_builder_init(&b, 0);
	perf_builder_event(&b, &attr, "cycles", NULL, 0);
	perf_builder_feature_compressed(&b, 1, 2, 1 << 20);
	perf_builder_compress_begin(&b);
	for (int i = 0; i < 4000; i++) {
		random = random * 6364136223846793005ull + 1442695040888963407ull;
		perf_builder_sample(&b, &(struct perf_builder_sample){ .misc = RECORD_MISC_USER, .ip = random });
	}
	perf_builder_compress_end(&b, PERF_RECORD_COMPRESSED, 1, 16);
	CHECK(b.records.size / 24 > 600);
	perf_builder_compress_begin(&b);
	put_samples(&b, 1);
	perf_builder_compress_end(&b, PERF_RECORD_COMPRESSED, 1, 0);
	CHECK(read_all(&b, &n, &damage) >= 32);
	CHECK(n >= 1);
	CHECK_EQ_I64(damage.code, -ENODATA);
	perf_builder_fini(&b);
}
