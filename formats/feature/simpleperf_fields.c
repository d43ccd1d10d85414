#include "formats/feature/simpleperf_fields.h"

#include "formats/feature/features_decode.h"
#include "formats/feature/protobuf.h"
#include "formats/feature/simpleperf_files.h"
#include "formats/record/simpleperf_items.h"

#include <errno.h>

/* Text that need not be ended by a NUL, and may have some. */
static void sized_put(const struct field_sink *sink, const char *name, const void *text, size_t size)
{
	field_bytes(sink, name, FIELD_TEXT, text, size);
}

static int symbols_put(const struct field_sink *sink, struct simpleperf_file *file)
{
	struct simpleperf_symbol symbol;
	int result;

	field_mark(sink, "symbols", FIELD_LIST);
	while ((result = simpleperf_next_symbol(file, &symbol)) > 0) {
		field_mark(sink, NULL, FIELD_GROUP);
		field_address(sink, "address", symbol.vaddr);
		field_address(sink, "size", symbol.size);
		sized_put(sink, "name", symbol.name, symbol.name_size);
		field_mark(sink, NULL, FIELD_END_GROUP);
	}
	field_mark(sink, NULL, FIELD_END_LIST);
	return result;
}

int simpleperf_files_fields(struct feature_walk *w)
{
	struct simpleperf_file file;
	int result = 0;

	field_mark(w->sink, "files", FIELD_LIST);
	while (!result && (result = simpleperf_next_file(&w->c, w->feature, &file)) > 0) {
		field_mark(w->sink, NULL, FIELD_GROUP);
		sized_put(w->sink, "path", file.path, file.path_size);
		field_word(w->sink, "type", file.type, simpleperf_type_words);
		field_address(w->sink, "min_vaddr", file.min_vaddr);
		if (file.has_offset)
			field_address(w->sink, "offset", file.offset);
		field_number(w->sink, "n_symbols", file.n_symbols);
		result = symbols_put(w->sink, &file);
		field_mark(w->sink, NULL, FIELD_END_GROUP);
	}
	field_mark(w->sink, NULL, FIELD_END_LIST);
	return result;
}

int meta_info_fields(struct feature_walk *w)
{
	const char *key, *value;
	int result;

	field_mark(w->sink, "info", FIELD_LIST);
	while ((result = feature_next_meta_info(&w->c, &key, &value)) > 0) {
		field_mark(w->sink, NULL, FIELD_GROUP);
		field_string(w->sink, "key", key);
		field_string(w->sink, "value", value);
		field_mark(w->sink, NULL, FIELD_END_GROUP);
	}
	field_mark(w->sink, NULL, FIELD_END_LIST);
	return result;
}

int debug_unwind_fields(struct feature_walk *w)
{
	struct simpleperf_debug_file file;
	int result;

	field_mark(w->sink, "files", FIELD_LIST);
	while ((result = simpleperf_next_debug_file(&w->c, &file)) > 0) {
		field_mark(w->sink, NULL, FIELD_GROUP);
		sized_put(w->sink, "path", file.path, file.path_size);
		field_number(w->sink, "size", file.size);
		field_mark(w->sink, NULL, FIELD_END_GROUP);
	}
	field_mark(w->sink, NULL, FIELD_END_LIST);
	return result;
}

/* The contents of the files that DEBUG_UNWIND lists, one after the other. */
int debug_unwind_file_fields(struct feature_walk *w)
{
	field_bytes(w->sink, "contents", FIELD_BYTES, w->c.pos, cursor_left(&w->c));
	return 0;
}

/* Fields of BranchList and of its ETMBinary (branch_list.proto of simpleperf). */
enum {
	FIELD_BRANCH_LIST_BINARY = 2,
	FIELD_BINARY_PATH = 1,
	FIELD_BINARY_BUILD_ID = 2,
	FIELD_BINARY_ADDRESS = 3,
};

static int binary_put(const struct field_sink *sink, struct cursor c)
{
	struct protobuf_field field, path = { 0 }, id = { 0 };
	uint64_t n = 0;
	int result;

	while ((result = protobuf_next(&c, &field)) > 0) {
		if (field.number == FIELD_BINARY_PATH && field.wire == PROTOBUF_BYTES)
			path = field;
		else if (field.number == FIELD_BINARY_BUILD_ID && field.wire == PROTOBUF_BYTES)
			id = field;
		n += field.number == FIELD_BINARY_ADDRESS;
	}
	field_mark(sink, NULL, FIELD_GROUP);
	sized_put(sink, "path", path.bytes.pos, cursor_left(&path.bytes));
	sized_put(sink, "build_id", id.bytes.pos, cursor_left(&id.bytes));
	field_number(sink, "n_addresses", n);
	field_mark(sink, NULL, FIELD_END_GROUP);
	return result;
}

int etm_branch_list_fields(struct feature_walk *w)
{
	struct protobuf_field field;
	int result = 0;

	field_mark(w->sink, "binaries", FIELD_LIST);
	while (!result && (result = protobuf_next(&w->c, &field)) > 0)
		result = field.number == FIELD_BRANCH_LIST_BINARY && field.wire == PROTOBUF_BYTES
				 ? binary_put(w->sink, field.bytes)
				 : 0;
	field_mark(w->sink, NULL, FIELD_END_LIST);
	return result;
}

int init_map_fields(struct feature_walk *w)
{
	uint64_t n = 0;
	struct record r;

	while (cursor_left(&w->c)) {
		if (record_at(&r, w->c.pos, cursor_left(&w->c), cursor_offset(&w->c), w->c.swap, NULL))
			return -EBADMSG;
		cursor_skip(&w->c, r.size);
		n++;
	}
	field_number(w->sink, "n_records", n);
	return 0;
}
