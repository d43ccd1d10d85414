/*
 * The contents of one feature section, decoded into fields and printed. The first byte says which feature, the lowest
 * bit of the second in which order and its next bit whether the file is a pipe; the rest are the contents. A second
 * feature may follow after the bytes "|": what is read of both together (the names of events) is read too.
 */
#include "formats/file/file_features.h"
#include "report/header/print_header.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/fuzz_file.h"
#include "tests/support/built_file.h"
#include "tests/support/features_sample.h"

#include <string.h>

static void print_features(const struct perf_file *file)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	FUZZ_CHECK(out);
	print_header(out, file, true);
	fclose(out);
	free(text);
}

struct touched {
	uint64_t sum;
	unsigned depth;
};

static void touch_field(void *context, const struct field *f)
{
	struct touched *t = context;

	fuzz_found++;
	if (f->kind == FIELD_LIST || f->kind == FIELD_GROUP)
		t->depth++;
	if (f->kind == FIELD_END_LIST || f->kind == FIELD_END_GROUP)
		FUZZ_CHECK(t->depth--);
	if (f->kind == FIELD_TEXT || f->kind == FIELD_HEX || f->kind == FIELD_BYTES)
		t->sum += fuzz_touch(f->bytes, f->size);
}

/* What begins is ended, and no byte of a field lies outside of the section. */
static void touch_features(const struct perf_file *file)
{
	struct touched t = { 0 };
	const struct field_sink sink = { .put = touch_field, .context = &t };

	for (unsigned feature = 0; feature < FILE_FEATURE_BITS; feature++) {
		if (perf_file_has_feature(file, feature))
			file_feature_fields(file, feature, &sink, NULL);
		FUZZ_CHECK(!t.depth);
	}
	FUZZ_KEEP(t.sum);
}

static void put_features(struct perf_builder *b, const uint8_t *data, size_t size)
{
	const uint8_t *second = size > 2 ? memmem(data + 2, size - 2, "||||", 4) : NULL;
	size_t first = second ? (size_t)(second - data) : size;

	perf_builder_feature(b, data[0] % FILE_FEATURE_BITS, data + 2, first - 2);
	if (second && size - first > 5 && data[first + 4] % FILE_FEATURE_BITS != data[0] % FILE_FEATURE_BITS)
		perf_builder_feature(b, data[first + 4] % FILE_FEATURE_BITS, data + first + 5, size - first - 5);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct perf_file *file;
	struct perf_builder b;

	if (size < 2)
		return 0;
	perf_builder_init(&b, (data[1] & 1 ? PERF_BUILDER_SWAP : 0) | (data[1] & 2 ? PERF_BUILDER_PIPE : 0));
	perf_builder_event(&b, &features_sample_attr, "cycles:u", (uint64_t[]){ 7, 8 }, 2);
	/* A file without records is one that was not finished, whose features are not there. */
	perf_builder_comm(&b, 10, 10, "first", 0);
	put_features(&b, data, size);
	file = built_open(&b, NULL);
	if (file) {
		print_features(file);
		touch_features(file);
	}
	perf_file_close(file);
	perf_builder_fini(&b);
	return 0;
}
