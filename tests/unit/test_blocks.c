/*
 * The same records, whatever the file packs them into and however many readers take them.
 *
 * A file of known records is built; a reader's records are added up by (type, serial number), so that one lost, doubled
 * or torn shows. The serial number is the sample's address, or the thread of a COMM.
 */
#include "formats/blocks.h"
#include "tests/support/built_file.h"
#include "tests/support/test.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

#define READERS_MAX 8

static const struct event_attr attr = {
	.type = PERF_TYPE_SOFTWARE,
	.size = ATTR_SIZE_VER7,
	.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CALLCHAIN,
	.flags = ATTR_SAMPLE_ID_ALL,
};

static void builder_start(struct perf_builder *b, unsigned flags)
{
	perf_builder_init(b, flags);
	perf_builder_event(b, &attr, "cpu-clock", NULL, 0);
}

/* Samples number `from` to `to` - 1, of sizes from 40 bytes to 6 KiB; every tenth is a COMM. */
static void add_records(struct perf_builder *b, uint32_t from, uint32_t to)
{
	static const uint64_t chain[800];

	for (uint32_t i = from; i < to; i++) {
		b->at = (struct perf_builder_at){ .pid = 1, .tid = i, .time = i };
		if (i % 10 == 9)
			perf_builder_comm(b, 1, i, "comm", 0);
		else
			perf_builder_sample(b,
					    &(struct perf_builder_sample){
						    .ip = i, .chain = chain, .n_chain = i * 7919 % 97 ? i % 50 : 750 });
	}
}

/* What some readers saw between them. */
struct seen {
	uint64_t records, sum, squares, others;
	uint64_t n_damaged;
	struct error damage;
};

struct reading {
	struct blocks *blocks;
	bool swap;
	pthread_t thread;
	struct seen seen;
	int result;
};

static void *reading_run(void *context)
{
	struct reading *g = context;
	struct block_reader *reader;
	struct error err;
	struct block block;

	g->result = block_reader_new(&reader, g->blocks, &err);
	if (g->result)
		return NULL;
	while ((g->result = block_reader_next(reader, &block, &err)) > 0) {
		struct record r;
		size_t pos = 0;

		while (block_next_record(&block, g->swap, &pos, &r)) {
			uint64_t number = 0;

			if (r.type == PERF_RECORD_SAMPLE)
				number = load_u64_order(r.data + 8, g->swap);
			else if (r.type == PERF_RECORD_COMM)
				number = load_u32_order(r.data + 12, g->swap);
			else
				g->seen.others++;
			g->seen.records += number != 0;
			g->seen.sum += number;
			g->seen.squares += number * number;
		}
		if (pos != block.size)
			g->result = -EBADMSG;
	}
	block_reader_free(reader);
	return NULL;
}

static struct seen read_with(struct blocks *blocks, unsigned n, bool swap)
{
	struct reading readings[READERS_MAX] = { 0 };
	struct seen all = { 0 };

	for (unsigned i = 0; i < n; i++) {
		readings[i] = (struct reading){ .blocks = blocks, .swap = swap };
		CHECK(!pthread_create(&readings[i].thread, NULL, reading_run, &readings[i]));
	}
	for (unsigned i = 0; i < n; i++) {
		pthread_join(readings[i].thread, NULL);
		CHECK_EQ_I64(readings[i].result, 0);
		all.records += readings[i].seen.records;
		all.sum += readings[i].seen.sum;
		all.squares += readings[i].seen.squares;
		all.others += readings[i].seen.others;
	}
	/* The end of a round within a stream is in no block, and counted all the same. */
	all.others += blocks_n_passed(blocks, PERF_RECORD_FINISHED_ROUND);
	all.n_damaged = blocks_damage(blocks, &all.damage);
	return all;
}

/* Numbers from..to - 1, as they should be seen. */
static void seen_want(struct seen *want, uint32_t from, uint32_t to)
{
	for (uint64_t i = from; i < to; i++) {
		want->records += i != 0;
		want->sum += i;
		want->squares += i * i;
	}
}

static void check_seen(const struct seen *have, const struct seen *want)
{
	CHECK_EQ_U64(have->records, want->records);
	CHECK_EQ_U64(have->sum, want->sum);
	CHECK_EQ_U64(have->squares, want->squares);
	CHECK_EQ_U64(have->others, want->others);
	CHECK_EQ_U64(have->n_damaged, want->n_damaged);
}

/* The builder's file read by 1 to 8 readers, twice each: as it is and after a rewind. */
static struct seen check_file(struct perf_builder *b, const struct seen *want)
{
	struct error err = ERROR_INIT;
	struct perf_file *f = built_open(b, &err);
	struct seen have = { 0 };

	if (!f)
		test_fail(__FILE__, __LINE__, "the file is refused: %s", err.message);
	for (unsigned readers = 1; readers <= READERS_MAX; readers++) {
		struct blocks *blocks;

		CHECK_EQ_I64(blocks_new(&blocks, f, &err), 0);
		for (int round = 0; round < 2; round++) {
			have = read_with(blocks, readers, f->swap);
			check_seen(&have, want);
			blocks_rewind(blocks);
		}
		blocks_free(blocks);
	}
	perf_file_close(f);
	return have;
}

/* --- uncompressed --------------------------------------------------------- */

/* 2 MiB: eight chunks, whose borders fall into records. */
TEST(plain_records)
{
	for (unsigned flags = 0; flags < 4; flags++) {
		struct seen want = { 0 };
		struct perf_builder b;

		builder_start(&b, flags);
		add_records(&b, 0, 8000);
		CHECK(b.records.size > 1600000);
		seen_want(&want, 0, 8000);
		want.others = flags & PERF_BUILDER_PIPE ? 1 : 0;
		check_file(&b, &want);
		perf_builder_fini(&b);
	}
}

/* A record with `size` bytes behind it that look like anything but records. */
static void add_auxtrace(struct perf_builder *b, size_t size)
{
	struct buffer body;

	buffer_init(&body);
	body.swap = b->records.swap;
	buffer_put_u64(&body, size);
	buffer_append(&body, NULL, 32);
	perf_builder_record(b, PERF_RECORD_AUXTRACE, 0, body.data, body.size, false);
	buffer_fini(&body);
	for (size_t i = 0; i < size; i++)
		buffer_put_u8(&b->records, 1 + i % 3);
}

/* Data of a few bytes, of most of a chunk, of several chunks. */
TEST(data_behind_records)
{
	static const size_t sizes[] = { 8, 0, 1000, 250000, 262144, 1000000, 16 };
	struct seen want = { 0 };
	struct perf_builder b;

	for (int swap = 0; swap < 2; swap++) {
		builder_start(&b, swap ? PERF_BUILDER_SWAP : 0);
		for (uint32_t i = 0; i < ARRAY_SIZE(sizes); i++) {
			add_records(&b, 300 * i, 300 * (i + 1));
			add_auxtrace(&b, sizes[i]);
		}
		add_records(&b, 2100, 2200);
		want = (struct seen){ .others = ARRAY_SIZE(sizes) };
		seen_want(&want, 0, 2200);
		check_file(&b, &want);
		perf_builder_fini(&b);
	}
}

TEST(tracing_data_in_a_pipe)
{
	struct seen want = { .others = 2 };
	struct perf_builder b;
	uint32_t size = 70001;

	builder_start(&b, PERF_BUILDER_PIPE);
	add_records(&b, 0, 100);
	perf_builder_record(&b, PERF_RECORD_HEADER_TRACING_DATA, 0, (uint32_t[]){ size, 0 }, 8, false);
	for (uint32_t i = 0; i < align_up(size, 8); i++)
		buffer_put_u8(&b.records, 7);
	add_records(&b, 100, 200);
	seen_want(&want, 0, 200);
	check_file(&b, &want);
	perf_builder_fini(&b);
}

/* The data of the last record are not all there: what came before is read, and it is told. */
TEST(data_behind_a_record_cut_off)
{
	for (int compressed = 0; compressed < 2; compressed++) {
		struct seen want = { .others = 1, .n_damaged = 1 };
		struct perf_builder b;
		struct seen have;

		builder_start(&b, 0);
		add_records(&b, 0, 100);
		add_auxtrace(&b, 500000);
		b.records.size -= 1000;
		if (compressed)
			perf_builder_feature_compressed(&b, 1, 1, 4096);
		seen_want(&want, 0, 100);
		have = check_file(&b, &want);
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

		builder_start(&b, kind == 1 ? PERF_BUILDER_PIPE : 0);
		if (kind == 2)
			perf_builder_feature_compressed(&b, 1, 1, 4096);
		add_records(&b, 0, 100);
		perf_builder_record(&b, PERF_RECORD_AUXTRACE, 0, (uint64_t[]){ (uint64_t)-16 }, 8, false);
		add_records(&b, 100, 200);
		seen_want(&want, 0, 200);
		have = check_file(&b, &want);
		CHECK_EQ_I64(have.damage.code, -EBADMSG);
		perf_builder_fini(&b);
	}
}

TEST(record_of_impossible_size)
{
	struct seen want = { .n_damaged = 1 };
	struct perf_builder b;
	struct seen have;

	builder_start(&b, 0);
	add_records(&b, 0, 3000);
	perf_builder_header(&b, PERF_RECORD_MMAP, 0, 7);
	add_records(&b, 3000, 6000);
	seen_want(&want, 0, 6000);
	have = check_file(&b, &want);
	CHECK_EQ_I64(have.damage.code, -EBADMSG);
	CHECK(have.damage.offset > 600000);
	perf_builder_fini(&b);
}

/* Bytes that are no records, of all sizes up to several chunks: the records behind them are found. */
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

			builder_start(&b, 0);
			if (compressed)
				perf_builder_feature_compressed(&b, 1, 1, 4096);
			add_records(&b, 0, 500);
			garbage = buffer_append(&b.records, NULL, sizes[i]);
			/* The first is no header whatever comes behind it: its size is 0. */
			for (size_t k = 0; k < sizes[i]; k++)
				garbage[k] = k < 8 ? 0 : (uint8_t)((random = random * 1103515245 + 12345) >> 16);
			add_records(&b, 500, 3000);
			seen_want(&want, 0, 3000);
			have = check_file(&b, &want);
			CHECK(have.damage.code);
			perf_builder_fini(&b);
		}
}

/* Every length a file's last record can be cut to. */
TEST(last_record_cut_off)
{
	struct perf_builder b;
	size_t whole, last;

	builder_start(&b, 0);
	add_records(&b, 0, 40);
	last = b.records.size;
	add_records(&b, 40, 41);
	whole = b.records.size;
	for (size_t size = last + 1; size < whole; size++) {
		struct seen want = { .n_damaged = 1 };
		struct seen have;

		b.records.size = size;
		seen_want(&want, 0, 40);
		have = check_file(&b, &want);
		CHECK_EQ_I64(have.damage.code, -ENODATA);
	}
	perf_builder_fini(&b);
}

/* --- whole frames --------------------------------------------------------- */

/* Frames of 500 records, in pieces of at most `piece` bytes; plain records between them. */
static void add_frames(struct perf_builder *b, uint32_t n, uint32_t type, size_t piece)
{
	for (uint32_t i = 0; i < n; i++) {
		perf_builder_compress_begin(b);
		add_records(b, 1000 * i, 1000 * i + 900);
		perf_builder_compress_end(b, type, 1, piece);
		add_records(b, 1000 * i + 900, 1000 * (i + 1));
		perf_builder_finished_round(b);
	}
}

TEST(whole_frames)
{
	static const size_t pieces[] = { 0, 100, 1000, 8192 };

	for (uint32_t type = PERF_RECORD_COMPRESSED; type <= PERF_RECORD_COMPRESSED2; type += 2) {
		for (size_t i = 0; i < ARRAY_SIZE(pieces); i++) {
			struct seen want = { .others = 8 };
			struct perf_builder b;

			builder_start(&b, i & 1 ? PERF_BUILDER_SWAP : 0);
			perf_builder_feature_compressed(&b, 1, 1, 1 << 20);
			add_frames(&b, 8, type, pieces[i]);
			seen_want(&want, 0, 8000);
			check_file(&b, &want);
			perf_builder_fini(&b);
		}
	}
}

/* A skippable frame behind a frame fills its record up to a multiple of 8. */
TEST(frames_padded)
{
	struct seen want = { 0 };
	struct perf_builder b;

	builder_start(&b, 0);
	perf_builder_feature_compressed(&b, 1, 1, 1 << 20);
	for (uint32_t i = 0; i < 4; i++) {
		size_t start = b.records.size;

		perf_builder_compress_begin(&b);
		add_records(&b, 100 * i, 100 * (i + 1));
		perf_builder_compress_end(&b, PERF_RECORD_COMPRESSED, 1, 0);
		/* zstd is little-endian whatever the file is */
		buffer_append(&b.records, "\x50\x2a\x4d\x18\x05\x00\x00\x00padpa", 13);
		buffer_set_u16(&b.records, start + 6, (uint16_t)(b.records.size - start));
	}
	seen_want(&want, 0, 400);
	check_file(&b, &want);
	perf_builder_fini(&b);
}

/* Where in the records the payload of the n-th COMPRESSED record begins. */
static size_t payload_of(const struct perf_builder *b, int n)
{
	size_t pos = 0;

	for (;; pos += load_u16(b->records.data + pos + 6))
		if (load_u32(b->records.data + pos) == PERF_RECORD_COMPRESSED && !n--)
			return pos + RECORD_HEADER_SIZE;
}

/* The third of eight frames is damaged, in its header, its blocks or its last piece: the others are read. */
TEST(damaged_frame_is_left_out)
{
	static const struct {
		size_t piece;
		int record;
		size_t at;
		uint8_t flip;
	} damages[] = {
		{ 0, 2, 0, 0xff },     /* magic */
		{ 0, 2, 4, 0xff },     /* frame header */
		{ 0, 2, 12, 0x06 },    /* kind of block */
		{ 0, 2, 300, 0xff },   /* contents */
		{ 1000, 2, 40, 0xff }, /* of the first frame, with pieces */
	};

	for (size_t i = 0; i < ARRAY_SIZE(damages); i++) {
		struct perf_builder b;
		struct error err = ERROR_INIT;
		struct blocks *blocks;
		struct perf_file *f;
		struct seen have;

		builder_start(&b, 0);
		perf_builder_feature_compressed(&b, 1, 1, 1 << 20);
		add_frames(&b, 8, PERF_RECORD_COMPRESSED, damages[i].piece);
		b.records.data[payload_of(&b, damages[i].record) + damages[i].at] ^= damages[i].flip;
		f = built_open(&b, &err);
		CHECK(f);
		CHECK_EQ_I64(blocks_new(&blocks, f, &err), 0);
		have = read_with(blocks, 2, false);
		CHECK(have.n_damaged > 0);
		CHECK_EQ_U64(have.damage.record_type, PERF_RECORD_COMPRESSED);
		CHECK_EQ_U64(have.others, 8);
		/* zstd keeps no checksum here, so that a changed byte may still decompress: to other records, not more
		 */
		CHECK(have.records >= 7 * 900 + 8 * 100 - 1);
		CHECK(have.records <= 8 * 1000 - 1);
		blocks_free(blocks);
		perf_file_close(f);
		perf_builder_fini(&b);
	}
}

/* A frame's header is damaged, and it is the first: the file is not taken for one stream. */
TEST(first_frame_damaged)
{
	struct seen want = { .others = 8, .n_damaged = 1 };
	struct perf_builder b;

	builder_start(&b, 0);
	perf_builder_feature_compressed(&b, 1, 1, 1 << 20);
	add_frames(&b, 8, PERF_RECORD_COMPRESSED, 0);
	b.records.data[RECORD_HEADER_SIZE] ^= 0xff;
	seen_want(&want, 900, 8000);
	check_file(&b, &want);
	perf_builder_fini(&b);
}

/* Of records 0 to n - 1 those that lie in the first 128 KiB, the largest block of a zstd frame (RFC 8878). */
static uint32_t records_in_first_block(uint32_t n)
{
	struct perf_builder b;
	uint32_t fit = 0;

	builder_start(&b, 0);
	add_records(&b, 0, n);
	for (size_t end = 0; end < b.records.size; fit++) {
		end += load_u16(b.records.data + end + 6);
		if (end > 128 << 10)
			break;
	}
	perf_builder_fini(&b);
	return fit;
}

/* Its whole blocks are read all the same. */
TEST(frame_without_its_end)
{
	struct seen want = { .others = 2, .n_damaged = 1 };
	struct perf_builder b;
	struct seen have;
	size_t first;

	builder_start(&b, 0);
	perf_builder_feature_compressed(&b, 1, 1, 1 << 20);
	perf_builder_compress_begin(&b);
	add_records(&b, 0, 900);
	perf_builder_compress_end(&b, PERF_RECORD_COMPRESSED, 1, 1000);
	/* without its last piece */
	for (first = 0; first + load_u16(b.records.data + first + 6) < b.records.size;)
		first += load_u16(b.records.data + first + 6);
	b.records.size = first;
	perf_builder_finished_round(&b);
	perf_builder_compress_begin(&b);
	add_records(&b, 900, 1800);
	perf_builder_compress_end(&b, PERF_RECORD_COMPRESSED, 1, 1000);
	perf_builder_finished_round(&b);
	seen_want(&want, 0, records_in_first_block(900));
	seen_want(&want, 900, 1800);
	have = check_file(&b, &want);
	CHECK_EQ_I64(have.damage.code, -ENODATA);
	perf_builder_fini(&b);
}

/* A record within a frame that says data follow it: there are none within frames, and the next record is read. */
TEST(no_data_behind_records_in_frames)
{
	static const uint64_t sizes[] = { 1, 8, 4096, INT64_MAX };

	for (size_t i = 0; i < ARRAY_SIZE(sizes); i++) {
		struct seen want = { .others = 1 };
		struct perf_builder b;

		builder_start(&b, 0);
		perf_builder_feature_compressed(&b, 1, 1, 1 << 20);
		perf_builder_compress_begin(&b);
		add_records(&b, 0, 10);
		perf_builder_record(&b, PERF_RECORD_AUXTRACE, 0, &sizes[i], 8, false);
		add_records(&b, 10, 20);
		perf_builder_compress_end(&b, PERF_RECORD_COMPRESSED, 1, 0);
		seen_want(&want, 0, 20);
		check_file(&b, &want);
		perf_builder_fini(&b);
	}
}

/* --- one endless stream ---------------------------------------------------- */

TEST(stream_with_records_split)
{
	static const size_t steps[] = { 37, 1000, 65536, 3000000 };

	for (size_t i = 0; i < ARRAY_SIZE(steps); i++) {
		uint32_t n = steps[i] < 100 ? 500 : 12000;
		struct seen want = { .others = 1 };
		struct perf_builder b;

		builder_start(&b, i & 1 ? PERF_BUILDER_SWAP : 0);
		perf_builder_feature_compressed(&b, 1, 1, 1 << 20);
		perf_builder_compress_begin(&b);
		add_records(&b, 0, n);
		perf_builder_compress_stream_end(&b, 1, steps[i]);
		perf_builder_finished_round(&b);
		seen_want(&want, 0, n);
		check_file(&b, &want);
		perf_builder_fini(&b);
	}
}

TEST(stream_damaged)
{
	struct perf_builder b;
	struct error err = ERROR_INIT;
	struct blocks *blocks;
	struct perf_file *f;
	struct seen have;

	builder_start(&b, 0);
	perf_builder_feature_compressed(&b, 1, 1, 1 << 20);
	perf_builder_compress_begin(&b);
	add_records(&b, 0, 4000);
	perf_builder_compress_stream_end(&b, 1, 65536);
	memset(b.records.data + payload_of(&b, 8), 0xee, 64);
	add_records(&b, 4000, 4100);
	f = built_open(&b, &err);
	CHECK(f);
	CHECK_EQ_I64(blocks_new(&blocks, f, &err), 0);
	have = read_with(blocks, 2, false);
	CHECK(have.n_damaged > 0);
	CHECK(strstr(have.damage.message, "damaged from here on"));
	/* what came before it, and the plain records behind */
	CHECK(have.records > 1000);
	CHECK(have.records < 4000);
	blocks_free(blocks);
	perf_file_close(f);
	perf_builder_fini(&b);
}

TEST(stream_cut_off)
{
	struct perf_builder b;
	struct seen want = { .others = 1, .n_damaged = 1 };
	struct seen have;
	size_t start;

	builder_start(&b, 0);
	perf_builder_feature_compressed(&b, 1, 1, 1 << 20);
	perf_builder_compress_begin(&b);
	start = b.records.size;
	add_records(&b, 0, 100);
	/* the last record without its last byte */
	CHECK(b.records.size > start);
	b.records.size--;
	perf_builder_compress_stream_end(&b, 1, 1000);
	perf_builder_finished_round(&b);
	seen_want(&want, 0, 99);
	have = check_file(&b, &want);
	CHECK_EQ_I64(have.damage.code, -ENODATA);
	CHECK(strstr(have.damage.message, "end within a record"));
	perf_builder_fini(&b);
}

/* Cut at any place: no crash, and never more than there was. */
TEST(every_truncation)
{
	struct perf_builder b;
	size_t whole;

	builder_start(&b, 0);
	perf_builder_feature_compressed(&b, 1, 1, 1 << 20);
	perf_builder_compress_begin(&b);
	add_records(&b, 0, 30);
	perf_builder_compress_end(&b, PERF_RECORD_COMPRESSED, 1, 100);
	perf_builder_compress_begin(&b);
	add_records(&b, 30, 60);
	perf_builder_compress_end(&b, PERF_RECORD_COMPRESSED2, 1, 100);
	whole = b.records.size;
	for (size_t size = 1; size < whole; size++) {
		struct error err = ERROR_INIT;
		struct blocks *blocks;
		struct perf_file *f;
		struct seen have;

		b.records.size = size;
		f = built_open(&b, &err);
		CHECK(f);
		CHECK_EQ_I64(blocks_new(&blocks, f, &err), 0);
		have = read_with(blocks, 1, false);
		CHECK(have.records == 0 || have.records == 29 || have.records == 59);
		CHECK(have.n_damaged > 0 || have.records == 29);
		blocks_free(blocks);
		perf_file_close(f);
	}
	perf_builder_fini(&b);
}

/* --- parts ------------------------------------------------------------------ */

enum part_kind {
	PART_PLAIN,
	PART_FRAMES,
	PART_STREAM,
};

static void add_part(struct perf_builder *b, enum part_kind kind, uint32_t from, uint32_t to)
{
	perf_builder_next_part(b);
	if (kind != PART_PLAIN)
		perf_builder_compress_begin(b);
	add_records(b, from, to);
	if (kind == PART_FRAMES)
		perf_builder_compress_end(b, PERF_RECORD_COMPRESSED2, 1, 0);
	if (kind == PART_STREAM)
		perf_builder_compress_stream_end(b, 1, 70000);
}

/* Each part is read on its own, whatever it has been packed into; one of them is empty. */
TEST(parts)
{
	for (unsigned flags = 0; flags < 2; flags++)
		for (unsigned kinds = 0; kinds < 27; kinds++) {
			struct seen want = { 0 };
			struct perf_builder b;

			builder_start(&b, flags);
			if (kinds)
				perf_builder_feature_compressed(&b, 1, 1, 1 << 20);
			add_records(&b, 0, 50);
			add_part(&b, kinds % 3, 50, 1500);
			add_part(&b, PART_PLAIN, 1500, 1500);
			add_part(&b, kinds / 3 % 3, 1500, 1510);
			add_part(&b, kinds / 9, 1510, 3000);
			seen_want(&want, 0, 3000);
			check_file(&b, &want);
			perf_builder_fini(&b);
		}
}

/* Data behind a record, as far as the end of their part; they may be cut off there. */
TEST(data_behind_records_in_parts)
{
	static const size_t sizes[] = { 8, 250000, 300000 };

	for (size_t i = 0; i < ARRAY_SIZE(sizes); i++)
		for (unsigned compressed = 0; compressed < 2; compressed++)
			for (unsigned cut = 0; cut < 2; cut++) {
				struct seen want = { .others = 2, .n_damaged = cut };
				struct perf_builder b;
				struct seen have;

				builder_start(&b, 0);
				if (compressed)
					perf_builder_feature_compressed(&b, 1, 1, 1 << 20);
				add_records(&b, 0, 10);
				add_part(&b, PART_PLAIN, 10, 500);
				add_auxtrace(&b, sizes[i]);
				add_records(&b, 500, 600);
				add_auxtrace(&b, sizes[i]);
				b.records.size -= cut;
				add_part(&b, PART_PLAIN, 600, 1000);
				seen_want(&want, 0, 1000);
				have = check_file(&b, &want);
				CHECK_EQ_I64(have.damage.code, cut ? -ENODATA : 0);
				perf_builder_fini(&b);
			}
}

/* Damage at the end of a part, and within one: it does not reach into the next. */
TEST(damage_stays_within_its_part)
{
	for (unsigned kind = PART_PLAIN; kind <= PART_STREAM; kind += PART_STREAM) {
		struct seen want = { .n_damaged = 1 };
		struct perf_builder b;
		struct seen have;

		builder_start(&b, 0);
		if (kind)
			perf_builder_feature_compressed(&b, 1, 1, 1 << 20);
		add_records(&b, 0, 20);
		add_part(&b, PART_PLAIN, 20, 40);
		/* Its last record says that it has more bytes than there are. */
		perf_builder_header(&b, PERF_RECORD_SAMPLE, 0, 4000);
		add_part(&b, kind, 40, 1000);
		seen_want(&want, 0, 1000);
		have = check_file(&b, &want);
		CHECK_EQ_I64(have.damage.code, -ENODATA);
		perf_builder_fini(&b);
	}
}

/* The blocks of single parts are those of all parts together, by number and place. */
TEST(one_part_alone)
{
	struct error err = ERROR_INIT;
	struct perf_builder b;
	struct perf_file *f;
	uint64_t last = 0, n = 0;

	builder_start(&b, 0);
	add_records(&b, 0, 3000);
	add_part(&b, PART_PLAIN, 3000, 6000);
	add_part(&b, PART_PLAIN, 6000, 6100);
	f = built_open(&b, &err);
	CHECK(f && f->n_parts == 3);
	for (uint32_t i = 0; i < f->n_parts; i++) {
		struct block_reader *reader;
		struct blocks *blocks;
		struct block block;

		CHECK(!blocks_new_part(&blocks, f, i, &err) && !block_reader_new(&reader, blocks, &err));
		while (block_reader_next(reader, &block, &err) > 0) {
			CHECK(!n || block.number > last);
			CHECK(perf_file_part_at(f, block.offset) == &f->parts[i]);
			last = block.number;
			n++;
		}
		CHECK_EQ_U64(blocks_taken(blocks), f->parts[i].data.size);
		block_reader_free(reader);
		blocks_free(blocks);
	}
	CHECK(n >= 4);
	perf_file_close(f);
	perf_builder_fini(&b);
}
