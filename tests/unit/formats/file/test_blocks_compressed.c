/*
 * Blocks out of zstd frames and of one stream: whole, damaged and cut off.
 */
#include "tests/support/built_file.h"
#include "tests/support/seen.h"
#include "tests/support/test.h"

#include <errno.h>

/* --- whole frames --------------------------------------------------------- */

/* Frames of 500 records, in pieces of at most `piece` bytes; plain records between them. */
static void add_frames(struct perf_builder *b, uint32_t n, uint32_t type, size_t piece)
{
	for (uint32_t i = 0; i < n; i++) {
		perf_builder_compress_begin(b);
		seen_records(b, 1000 * i, 1000 * i + 900);
		perf_builder_compress_end(b, type, 1, piece);
		seen_records(b, 1000 * i + 900, 1000 * (i + 1));
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

			seen_builder(&b, i & 1 ? PERF_BUILDER_SWAP : 0);
			perf_builder_feature_compressed(&b, 1, 1, 1 << 20);
			add_frames(&b, 8, type, pieces[i]);
			seen_want(&want, 0, 8000);
			seen_check(&b, &want);
			perf_builder_fini(&b);
		}
	}
}

/* A skippable frame after a frame fills its record up to a multiple of 8. */
TEST(frames_padded)
{
	struct seen want = { 0 };
	struct perf_builder b;

	seen_builder(&b, 0);
	perf_builder_feature_compressed(&b, 1, 1, 1 << 20);
	for (uint32_t i = 0; i < 4; i++) {
		size_t start = b.records.size;

		perf_builder_compress_begin(&b);
		seen_records(&b, 100 * i, 100 * (i + 1));
		perf_builder_compress_end(&b, PERF_RECORD_COMPRESSED, 1, 0);
		/* zstd is little-endian whatever the file is */
		buffer_append(&b.records, "\x50\x2a\x4d\x18\x05\x00\x00\x00padpa", 13);
		buffer_set_u16(&b.records, start + 6, (uint16_t)(b.records.size - start));
	}
	seen_want(&want, 0, 400);
	seen_check(&b, &want);
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

		seen_builder(&b, 0);
		perf_builder_feature_compressed(&b, 1, 1, 1 << 20);
		add_frames(&b, 8, PERF_RECORD_COMPRESSED, damages[i].piece);
		b.records.data[payload_of(&b, damages[i].record) + damages[i].at] ^= damages[i].flip;
		f = built_open(&b, &err);
		CHECK(f);
		CHECK_EQ_I64(blocks_new(&blocks, f, &err), 0);
		have = seen_read(blocks, 2, false);
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

	seen_builder(&b, 0);
	perf_builder_feature_compressed(&b, 1, 1, 1 << 20);
	add_frames(&b, 8, PERF_RECORD_COMPRESSED, 0);
	b.records.data[RECORD_HEADER_SIZE] ^= 0xff;
	seen_want(&want, 900, 8000);
	seen_check(&b, &want);
	perf_builder_fini(&b);
}

/* Of records 0 to n - 1 those that lie in the first 128 KiB, the largest block of a zstd frame (RFC 8878). */
static uint32_t records_in_first_block(uint32_t n)
{
	struct perf_builder b;
	uint32_t fit = 0;

	seen_builder(&b, 0);
	seen_records(&b, 0, n);
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

	seen_builder(&b, 0);
	perf_builder_feature_compressed(&b, 1, 1, 1 << 20);
	perf_builder_compress_begin(&b);
	seen_records(&b, 0, 900);
	perf_builder_compress_end(&b, PERF_RECORD_COMPRESSED, 1, 1000);
	/* without its last piece */
	for (first = 0; first + load_u16(b.records.data + first + 6) < b.records.size;)
		first += load_u16(b.records.data + first + 6);
	b.records.size = first;
	perf_builder_finished_round(&b);
	perf_builder_compress_begin(&b);
	seen_records(&b, 900, 1800);
	perf_builder_compress_end(&b, PERF_RECORD_COMPRESSED, 1, 1000);
	perf_builder_finished_round(&b);
	seen_want(&want, 0, records_in_first_block(900));
	seen_want(&want, 900, 1800);
	have = seen_check(&b, &want);
	CHECK_EQ_I64(have.damage.code, -ENODATA);
	perf_builder_fini(&b);
}

/* A record within a frame that says data follow it: there are none within frames, and the next record is read. */
TEST(no_data_after_records_in_frames)
{
	static const uint64_t sizes[] = { 1, 8, 4096, INT64_MAX };

	for (size_t i = 0; i < ARRAY_SIZE(sizes); i++) {
		struct seen want = { .others = 1 };
		struct perf_builder b;

		seen_builder(&b, 0);
		perf_builder_feature_compressed(&b, 1, 1, 1 << 20);
		perf_builder_compress_begin(&b);
		seen_records(&b, 0, 10);
		perf_builder_record(&b, PERF_RECORD_AUXTRACE, 0, &sizes[i], 8, false);
		seen_records(&b, 10, 20);
		perf_builder_compress_end(&b, PERF_RECORD_COMPRESSED, 1, 0);
		seen_want(&want, 0, 20);
		seen_check(&b, &want);
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

		seen_builder(&b, i & 1 ? PERF_BUILDER_SWAP : 0);
		perf_builder_feature_compressed(&b, 1, 1, 1 << 20);
		perf_builder_compress_begin(&b);
		seen_records(&b, 0, n);
		perf_builder_compress_stream_end(&b, 1, steps[i]);
		perf_builder_finished_round(&b);
		seen_want(&want, 0, n);
		seen_check(&b, &want);
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

	seen_builder(&b, 0);
	perf_builder_feature_compressed(&b, 1, 1, 1 << 20);
	perf_builder_compress_begin(&b);
	seen_records(&b, 0, 4000);
	perf_builder_compress_stream_end(&b, 1, 65536);
	memset(b.records.data + payload_of(&b, 8), 0xee, 64);
	seen_records(&b, 4000, 4100);
	f = built_open(&b, &err);
	CHECK(f);
	CHECK_EQ_I64(blocks_new(&blocks, f, &err), 0);
	have = seen_read(blocks, 2, false);
	CHECK(have.n_damaged > 0);
	CHECK(strstr(have.damage.message, "damaged from here on"));
	/* what came before it, and the plain records after */
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

	seen_builder(&b, 0);
	perf_builder_feature_compressed(&b, 1, 1, 1 << 20);
	perf_builder_compress_begin(&b);
	start = b.records.size;
	seen_records(&b, 0, 100);
	/* the last record without its last byte */
	CHECK(b.records.size > start);
	b.records.size--;
	perf_builder_compress_stream_end(&b, 1, 1000);
	perf_builder_finished_round(&b);
	seen_want(&want, 0, 99);
	have = seen_check(&b, &want);
	CHECK_EQ_I64(have.damage.code, -ENODATA);
	CHECK(strstr(have.damage.message, "end within a record"));
	perf_builder_fini(&b);
}

/* Cut at any place: no crash, and never more than there was. */
TEST(every_truncation)
{
	struct perf_builder b;
	size_t whole;

	seen_builder(&b, 0);
	perf_builder_feature_compressed(&b, 1, 1, 1 << 20);
	perf_builder_compress_begin(&b);
	seen_records(&b, 0, 30);
	perf_builder_compress_end(&b, PERF_RECORD_COMPRESSED, 1, 100);
	perf_builder_compress_begin(&b);
	seen_records(&b, 30, 60);
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
		have = seen_read(blocks, 1, false);
		CHECK(have.records == 0 || have.records == 29 || have.records == 59);
		CHECK(have.n_damaged > 0 || have.records == 29);
		blocks_free(blocks);
		perf_file_close(f);
	}
	perf_builder_fini(&b);
}
