#include "formats/archive/archive_block.h"

#include "formats/archive/archive_coder.h"
#include "formats/file/perf_open.h"
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
