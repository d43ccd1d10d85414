/*
 * What a small file can ask of the readers of its blocks: how much it may hold, over how many records a frame goes.
 */
#include "common/workers.h"
#include "formats/file/blocks.h"
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

/* What a number of readers are given between them. */
struct held {
	uint64_t records, bytes;
	uint64_t n_damages;
	struct error damage; /* code 0: none */
};

static int held_next(struct block_reader *reader, struct held *h)
{
	struct block block;
	int result = block_reader_next(reader, &block, NULL);
	struct record r;
	size_t pos = 0;

	if (result <= 0)
		return result;
	h->bytes += block.size;
	while (block_next_record(&block, false, &pos, &r))
		h->records++;
	return 1;
}

struct held_worker {
	struct block_reader *reader;
	struct held held;
	int result;
};

static void held_work(void *context, unsigned number)
{
	struct held_worker *w = (struct held_worker *)context + number;

	do {
		w->result = held_next(w->reader, &w->held);
	} while (w->result > 0);
}

/* max_expansion: 0: as it is unless somebody says otherwise. */
static struct held read_all(struct perf_builder *b, unsigned n_readers, uint64_t max_expansion)
{
	struct perf_file *f = built_open(b, NULL);
	struct held_worker workers[8] = { 0 };
	struct held all = { .damage = ERROR_INIT };
	struct blocks *blocks;

	CHECK(f);
	f->max_expansion = max_expansion;
	CHECK(!blocks_new(&blocks, f, NULL));
	for (unsigned i = 0; i < n_readers; i++)
		CHECK(!block_reader_new(&workers[i].reader, blocks, NULL));
	workers_run(n_readers, held_work, workers);
	for (unsigned i = 0; i < n_readers; i++) {
		CHECK_EQ_I64(workers[i].result, 0);
		all.records += workers[i].held.records;
		all.bytes += workers[i].held.bytes;
		block_reader_free(workers[i].reader);
	}
	all.n_damages = blocks_damage(blocks, &all.damage);
	blocks_free(blocks);
	perf_file_close(f);
	return all;
}

static void begin(struct perf_builder *b)
{
	perf_builder_init(b, 0);
	perf_builder_event(b, &attr, "cycles", NULL, 0);
	perf_builder_feature_compressed(b, 1, 2, 1 << 20);
	perf_builder_compress_begin(b);
}

static void put_stacks(struct perf_builder *b, uint64_t n)
{
	static const uint8_t zeroes[65528 - 64];

	while (n--) {
		b->at.time += 250000 + n % 1000;
		perf_builder_record(b, PERF_RECORD_SAMPLE, RECORD_MISC_USER, zeroes, sizeof(zeroes), true);
	}
}

static void put_comms(struct perf_builder *b, uint64_t n)
{
	while (n--)
		perf_builder_comm(b, 10, 10, "c", 0);
}

/* Eight bytes are no sample that Linux perf would make. */
static void put_scraps(struct perf_builder *b, uint64_t n)
{
	while (n--)
		perf_builder_header(b, PERF_RECORD_SAMPLE, 0, RECORD_HEADER_SIZE);
}

#define FRAMES 16

/* n records each time. */
static void pack(struct perf_builder *b, void (*put)(struct perf_builder *b, uint64_t n), uint64_t n, bool stream)
{
	begin(b);
	for (int i = 0; i < FRAMES; i++) {
		put(b, n);
		if (stream)
			continue;
		perf_builder_compress_end(b, PERF_RECORD_COMPRESSED, 1, 0);
		perf_builder_compress_begin(b);
	}
	if (stream)
		perf_builder_compress_stream_end(b, 1, 1 << 20);
}

/* `perf record -z --call-graph dwarf,65528` of a program whose stack is empty: 1:2,000, and all of it is wanted. */
TEST(stacks_of_zeroes_are_read)
{
	for (int stream = 0; stream < 2; stream++) {
		struct perf_builder b;
		struct held have;

		pack(&b, put_stacks, 100, stream);
		CHECK(b.records.size < FRAMES * 100 * 65528ull / 1500);
		for (unsigned readers = 1; readers <= 8; readers += 7) {
			have = read_all(&b, readers, 0);
			CHECK_EQ_U64(have.n_damages, 0);
			CHECK_EQ_U64(have.records, FRAMES * 100);
		}
		perf_builder_fini(&b);
	}
}

/* As small as samples are, and one like the other, for the best that zstd can do. */
TEST(samples_are_read)
{
	struct perf_builder b;

	pack(&b, put_samples, 400000, false);
	CHECK(b.records.size < FRAMES * 400000ull / 200);
	CHECK_EQ_U64(read_all(&b, 2, 0).records, FRAMES * 400000ull);
	perf_builder_fini(&b);
}

/* What is free and what the bytes of the file allow, and the block in which that ends; for any number of readers. */
static void check_limit(struct perf_builder *b, uint64_t n, uint64_t in_block)
{
	struct held first = read_all(b, 1, 0), have;
	uint64_t least = BLOCKS_WEIGHT_FREE / BLOCKS_WEIGHT_OTHER;
	uint64_t most = least + b->records.size * BLOCKS_MAX_EXPANSION / BLOCKS_WEIGHT_OTHER + in_block;

	CHECK(first.records >= least && first.records <= most && most < n);
	CHECK_EQ_U64(first.n_damages, 1);
	CHECK_EQ_I64(first.damage.code, -E2BIG);
	for (unsigned readers = 2; readers <= 8; readers++) {
		have = read_all(b, readers, 0);
		CHECK_EQ_U64(have.records, first.records);
		CHECK_EQ_U64(have.n_damages, 1);
		CHECK_EQ_U64(have.damage.offset, first.damage.offset);
	}
	have = read_all(b, 2, UINT64_MAX);
	CHECK_EQ_U64(have.records, n);
	CHECK_EQ_U64(have.n_damages, 0);
}

TEST(other_records_have_a_limit)
{
	for (int stream = 0; stream < 2; stream++) {
		struct perf_builder b;

		pack(&b, put_comms, 20000, stream);
		check_limit(&b, FRAMES * 20000, 50000);
		perf_builder_fini(&b);
		pack(&b, put_scraps, 20000, stream);
		check_limit(&b, FRAMES * 20000, 150000);
		perf_builder_fini(&b);
	}
}

/* What is too much for a small file, and is left out, is not for what comes after enough of other data. */
TEST(large_file_may_hold_more)
{
	struct perf_builder b;
	struct held before, after;
	uint64_t plain = 0;

	pack(&b, put_comms, 20000, false);
	before = read_all(&b, 1, 0);
	for (; plain < 64; plain++) {
		perf_builder_header(&b, PERF_RECORD_SWITCH, 0, 32768);
		buffer_append(&b.records, NULL, 32768 - RECORD_HEADER_SIZE);
	}
	perf_builder_compress_begin(&b);
	put_comms(&b, 20000);
	perf_builder_compress_end(&b, PERF_RECORD_COMPRESSED, 1, 0);
	after = read_all(&b, 1, 0);
	CHECK_EQ_U64(after.n_damages, 1);
	CHECK_EQ_U64(after.records, before.records + plain + 20000);
	perf_builder_fini(&b);
}

/* A frame in more records than any recorder makes of one is damage, and what follows is read. */
TEST(frame_in_crumbs)
{
	struct perf_builder b;
	struct held have;
	uint64_t random = 1;

	begin(&b);
	for (int i = 0; i < 4000; i++) {
		random = random * 6364136223846793005ull + 1442695040888963407ull;
		perf_builder_sample(&b, &(struct perf_builder_sample){ .misc = RECORD_MISC_USER, .ip = random });
	}
	perf_builder_compress_end(&b, PERF_RECORD_COMPRESSED, 1, 16);
	CHECK(b.records.size / 24 > 600);
	perf_builder_compress_begin(&b);
	put_samples(&b, 1);
	perf_builder_compress_end(&b, PERF_RECORD_COMPRESSED, 1, 0);
	have = read_all(&b, 1, 0);
	CHECK(have.bytes >= 32);
	CHECK(have.n_damages >= 1);
	CHECK_EQ_I64(have.damage.code, -ENODATA);
	perf_builder_fini(&b);
}
