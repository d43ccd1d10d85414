#include "formats/feature/simpleperf_files.h"

#include "formats/feature/feature_walk.h"
#include "formats/feature/features_decode.h"
#include "formats/feature/protobuf.h"
#include "formats/record/simpleperf_items.h"

#include <errno.h>

/* Fields of FileFeature, of its Symbol, ElfFile and KernelModule, and of DebugUnwindFeature and its File. */
enum {
	FIELD_FILE_PATH = 1,
	FIELD_FILE_TYPE = 2,
	FIELD_FILE_MIN_VADDR = 3,
	FIELD_FILE_SYMBOL = 4,
	FIELD_FILE_ELF = 6,
	FIELD_FILE_MODULE = 7,
	FIELD_SYMBOL_VADDR = 1,
	FIELD_SYMBOL_LEN = 2,
	FIELD_SYMBOL_NAME = 3,
	FIELD_OFFSET = 1,
	FIELD_DEBUG_FILE = 1,
	FIELD_DEBUG_PATH = 1,
	FIELD_DEBUG_SIZE = 2,
};

/* --- FILE ---------------------------------------------------------------------- */

static int plain_symbol(struct cursor *c, struct simpleperf_symbol *ret_symbol)
{
	struct simpleperf_symbol s;

	s.vaddr = cursor_u64(c);
	s.size = cursor_u32(c);
	s.name = cursor_string(c);
	if (!cursor_ok(c))
		return -EBADMSG;
	s.name_size = strlen(s.name);
	*ret_symbol = s;
	return 1;
}

/*
 * Reads a file of FILE: u32 size of what follows; path; u32 type; u64 min_vaddr; u32 count, symbols; DEX: u32 count,
 * u64 offsets; ELF and modules, since 2019: u64 offset.
 */
static int plain_file(struct cursor *c, struct simpleperf_file *ret_file)
{
	struct simpleperf_file f = { 0 };
	struct simpleperf_symbol symbol;
	const uint8_t *symbols;
	uint32_t left;

	f.path = cursor_string(c);
	f.type = cursor_u32(c);
	f.min_vaddr = cursor_u64(c);
	f.n_symbols = cursor_u32(c);
	if (!cursor_ok(c))
		return -EBADMSG;
	f.path_size = strlen(f.path);
	symbols = c->pos;
	for (left = f.n_symbols; left; left--)
		if (plain_symbol(c, &symbol) < 0)
			return -EBADMSG;
	f.symbols = cursor_make(symbols, (size_t)(c->pos - symbols), c->swap);
	if (f.type == SIMPLEPERF_DEX)
		cursor_skip(c, 8 * (uint64_t)cursor_u32(c));
	if ((f.type == SIMPLEPERF_ELF || f.type == SIMPLEPERF_MODULE) && cursor_left(c) >= 8) {
		f.offset = cursor_u64(c);
		f.has_offset = f.offset != UINT64_MAX;
	}
	if (!cursor_ok(c))
		return -EBADMSG;
	*ret_file = f;
	return 1;
}

/* --- FILE2 ---------------------------------------------------------------------- */

static void bytes_text(const struct protobuf_field *field, const char **ret_text, size_t *ret_size)
{
	if (field->wire != PROTOBUF_BYTES)
		return;
	*ret_text = (const char *)field->bytes.start;
	*ret_size = cursor_left(&field->bytes);
}

/* Reads the number in a message of one field. */
static int offset_message(struct cursor c, struct simpleperf_file *f)
{
	struct protobuf_field field;
	int result;

	f->has_offset = true;
	f->offset = 0; /* a field of value 0 is not written */
	while ((result = protobuf_next(&c, &field)) > 0)
		if (field.number == FIELD_OFFSET)
			f->offset = field.value;
	return result;
}

static int file_field(struct simpleperf_file *f, const struct protobuf_field *field)
{
	switch (field->number) {
	case FIELD_FILE_PATH: bytes_text(field, &f->path, &f->path_size); return 0;
	case FIELD_FILE_TYPE: f->type = (uint32_t)field->value; return 0;
	case FIELD_FILE_MIN_VADDR: f->min_vaddr = field->value; return 0;
	case FIELD_FILE_SYMBOL: f->n_symbols++; return 0;
	case FIELD_FILE_ELF:
	case FIELD_FILE_MODULE: return field->wire == PROTOBUF_BYTES ? offset_message(field->bytes, f) : -EBADMSG;
	default: return 0;
	}
}

static int message_file(struct cursor *c, struct simpleperf_file *ret_file)
{
	struct simpleperf_file f = { .path = "", .symbols = *c, .is_message = true };
	struct protobuf_field field;
	int result;

	while ((result = protobuf_next(c, &field)) > 0)
		if (file_field(&f, &field))
			return -EBADMSG;
	if (result)
		return result;
	*ret_file = f;
	return 1;
}

int simpleperf_next_file(struct cursor *c, unsigned feature, struct simpleperf_file *ret_file)
{
	struct cursor file;
	int result;

	if (cursor_ok(c) && !cursor_left(c))
		return 0;
	file = cursor_sub(c, cursor_u32(c));
	if (!cursor_ok(c))
		return -EBADMSG;
	result = feature == FEATURE_SIMPLEPERF_FILE ? plain_file(&file, ret_file) : message_file(&file, ret_file);
	if (result < 0)
		c->failed = true;
	return result;
}

static int message_symbol(struct cursor c, struct simpleperf_symbol *ret_symbol)
{
	struct simpleperf_symbol s = { .name = "" };
	struct protobuf_field field;
	int result;

	while ((result = protobuf_next(&c, &field)) > 0) {
		if (field.number == FIELD_SYMBOL_VADDR)
			s.vaddr = field.value;
		else if (field.number == FIELD_SYMBOL_LEN)
			s.size = field.value;
		else if (field.number == FIELD_SYMBOL_NAME)
			bytes_text(&field, &s.name, &s.name_size);
	}
	if (result)
		return result;
	*ret_symbol = s;
	return 1;
}

int simpleperf_next_symbol(struct simpleperf_file *file, struct simpleperf_symbol *ret_symbol)
{
	struct protobuf_field field;
	int result;

	if (!file->is_message)
		return cursor_left(&file->symbols) ? plain_symbol(&file->symbols, ret_symbol) : 0;
	while ((result = protobuf_next(&file->symbols, &field)) > 0)
		if (field.number == FIELD_FILE_SYMBOL && field.wire == PROTOBUF_BYTES)
			return message_symbol(field.bytes, ret_symbol);
	return result;
}

/* --- DEBUG_UNWIND ----------------------------------------------------------------- */

int simpleperf_next_debug_file(struct cursor *c, struct simpleperf_debug_file *ret_file)
{
	struct simpleperf_debug_file f = { .path = "" };
	struct protobuf_field field, inner;
	int result;

	do {
		result = protobuf_next(c, &field);
		if (result <= 0)
			return result;
	} while (field.number != FIELD_DEBUG_FILE || field.wire != PROTOBUF_BYTES);
	while ((result = protobuf_next(&field.bytes, &inner)) > 0) {
		if (inner.number == FIELD_DEBUG_PATH)
			bytes_text(&inner, &f.path, &f.path_size);
		else if (inner.number == FIELD_DEBUG_SIZE)
			f.size = inner.value;
	}
	if (result)
		return result;
	*ret_file = f;
	return 1;
}

const char *simpleperf_type_name(uint32_t type)
{
	static const char *const names[] = { "kernel", "kernel module", "ELF", "DEX", "symbol map", "unknown" };

	return type < ARRAY_SIZE(names) ? names[type] : NULL;
}

/* Puts text that may have no NUL at its end, and NULs within. */
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

/* Puts the contents of the files that DEBUG_UNWIND lists, one after the other. */
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
