#include "formats/archive/archive_block.h"

#include "formats/archive/archive_coder.h"
#include "formats/file/perf_open.h"
#include "formats/file/zframe.h"
#include "tests/support/built_file.h"
#include "tests/support/fixtures.h"
#include "tests/support/records_sample.h"
#include "tests/support/test.h"

#include <string.h>

/* What became of the records of a file: bytes of them, and those that were not coded as fields. */
struct coded {
	uint32_t raw, verbatim;
};

/* Reads the sizes of the streams of a packed block (archive_block.h, archive_coder.h). */
static struct coded coded_read(const struct buffer *packed)
{
	struct cursor c = cursor_make(packed->data, packed->size, packed->swap);
	struct coded ret = { .raw = cursor_u32(&c) };

	for (unsigned n = cursor_u8(&c); n; n--) {
		const uint8_t stream = cursor_u8(&c);
		const uint32_t size = cursor_u32(&c);

		cursor_skip(&c, 4);
		ret.verbatim += stream == STREAM_VERBATIM ? size : 0;
	}
	CHECK(cursor_ok(&c));
	return ret;
}

/* Packs the records of a file as one block. False: it does not open. */
static bool block_code(const struct buffer *recording, struct coded *ret)
{
	struct archive_block *block = archive_block_new(0);
	struct error err = ERROR_INIT;
	struct archive_model model;
	struct perf_file *file;
	struct buffer packed;
	bool opens = !perf_file_open(&file, built_fd(recording->data, recording->size), &err);

	CHECK(block);
	buffer_init(&packed);
	packed.swap = order_is_swapped(false);
	if (opens && file->data.size) {
		CHECK(!archive_model_make(&model, file, &err));
		CHECK(!archive_block_pack(block, &model, recording->data + file->data.offset, file->data.size, &packed,
					  &err));
		*ret = coded_read(&packed);
		archive_model_fini(&model);
	}
	if (opens)
		perf_file_close(file);
	archive_block_free(block);
	buffer_fini(&packed);
	return opens;
}

/* What becomes of one record of each type that `build` adds. */
static struct coded all_types(enum perf_builder_flags flags, void (*build)(struct perf_builder *b))
{
	struct coded coded = { 0 };
	struct perf_builder b;

	perf_builder_init(&b, flags);
	records_sample_event(&b);
	build(&b);
	CHECK(block_code(perf_builder_finish(&b), &coded));
	perf_builder_fini(&b);
	return coded;
}

TEST(records_of_all_types_are_coded_as_fields)
{
	static const enum perf_builder_flags orders[] = { 0, PERF_BUILDER_SWAP };

	for (size_t i = 0; i < ARRAY_SIZE(orders); i++) {
		struct coded kernel = all_types(orders[i], records_sample_kernel);
		struct coded recorder = all_types(orders[i], records_sample_recorder);

		CHECK(kernel.raw > 2000);
		CHECK_EQ_U64(kernel.verbatim, 0);
		CHECK(recorder.raw > 1000);
		/* What is after a record is no record. */
		CHECK(recorder.verbatim < 200);
	}
}

/* Fixtures with records that are damaged or of no known event; or of events that do not tell which is whose. */
static const char *const irregular[] = {
	"dummy",     "dummy-swapped",      "odd",        "odd-pipe",           "damaged-records", "damaged-header",
	"truncated", "truncated-features", "simpleperf", "simpleperf-swapped",
};

static bool is_irregular(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(irregular); i++)
		if (!strcmp(name, irregular[i]))
			return true;
	return false;
}

TEST(the_records_of_fixtures_are_coded_as_fields)
{
	const struct fixture *f;
	unsigned n = 0;

	for (size_t i = 0; (f = fixture_at(i)); i++) {
		struct coded coded = { 0 };
		struct perf_builder b;

		if (block_code(fixture_make(f, &b), &coded) && coded.raw) {
			CHECK_STR(coded.verbatim ? f->name : "", is_irregular(f->name) ? f->name : "");
			n++;
		}
		perf_builder_fini(&b);
	}
	CHECK(n > 50);
}

/* Fills a frame's records: samples of an event that none of them names. */
static void put_records(struct buffer *b, size_t n)
{
	uint64_t random = 1;

	for (size_t i = 0; i < n; i++) {
		buffer_put_u32(b, PERF_RECORD_SAMPLE);
		buffer_put_u16(b, 2);
		buffer_put_u16(b, 24);
		random = random * 6364136223846793005u + 1442695040888963407u;
		buffer_put_u64(b, 0x7f0000400000 + (random >> 50));
		buffer_put_u64(b, 1000000 * i + (random & 0xffff));
	}
}

/* Packs a frame as one block and restores it. Returns how many bytes its records had. */
static uint32_t frame_there_and_back(int level)
{
	struct archive_block *block = archive_block_new(9);
	struct archive_model model = { .ip = 64, .id_offset = LAYOUT_NONE };
	struct buffer raw, frame, packed, back;
	struct coded coded;
	struct cursor c;
	struct zframe z;

	buffer_init(&raw);
	buffer_init(&frame);
	buffer_init(&packed);
	buffer_init(&back);
	put_records(&raw, 2000);
	CHECK(!zframe_init(&z, level, NULL) && !zframe_pack(&z, raw.data, raw.size, &frame, NULL));
	CHECK(!archive_block_pack(block, &model, frame.data, frame.size, &packed, NULL));
	coded = coded_read(&packed);
	c = cursor_make(packed.data, packed.size, false);
	CHECK(!archive_block_restore(block, &model, &c, frame.size, &back, NULL));
	CHECK(back.size == frame.size && !memcmp(back.data, frame.data, frame.size));
	zframe_fini(&z);
	buffer_fini(&raw);
	buffer_fini(&frame);
	buffer_fini(&packed);
	buffer_fini(&back);
	archive_block_free(block);
	return coded.raw;
}

/* Also at what level 2 was before. */
TEST(frames_of_all_levels_of_recorders_are_unpacked)
{
	static const int levels[] = { ZFRAME_LEVEL_DEFAULT, ZFRAME_LEVEL_2_FIRST, 1, 3, 19, -1 };

	for (size_t i = 0; i < ARRAY_SIZE(levels); i++)
		CHECK_EQ_U64(frame_there_and_back(levels[i]), 48000);
}
