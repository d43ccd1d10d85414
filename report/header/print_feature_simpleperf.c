#include "report/header/print_features.h"

#include "formats/feature/protobuf.h"
#include "formats/feature/simpleperf_files.h"
#include "formats/record/record.h"

#include <errno.h>
#include <inttypes.h>

/* Text of a file that need not be ended. */
static void print_sized(FILE *out, const char *text, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		char c[2] = { text[i] ? text[i] : '?' };

		print_text(out, c);
	}
}

static int print_file(struct feature_section *s, struct simpleperf_file *file)
{
	const char *type = simpleperf_type_name(file->type);
	struct simpleperf_symbol symbol;
	int result;

	fputs("# file : ", s->out);
	print_sized(s->out, file->path, file->path_size);
	fprintf(s->out, ", %s, min_vaddr %#" PRIx64, type ? type : "of unknown type", file->min_vaddr);
	if (file->has_offset)
		fprintf(s->out, " at offset %#" PRIx64, file->offset);
	fprintf(s->out, ", %" PRIu32 " symbols\n", file->n_symbols);
	while ((result = simpleperf_next_symbol(file, &symbol)) > 0) {
		fprintf(s->out, "#   %#" PRIx64 "-%#" PRIx64 " ", symbol.vaddr, symbol.vaddr + symbol.size);
		print_sized(s->out, symbol.name, symbol.name_size);
		fputc('\n', s->out);
	}
	return result;
}

int print_simpleperf_files(struct feature_section *s)
{
	struct simpleperf_file file;
	int result;

	while ((result = simpleperf_next_file(&s->c, s->feature, &file)) > 0) {
		result = print_file(s, &file);
		if (result)
			return result;
	}
	return result;
}

int print_debug_unwind(struct feature_section *s)
{
	struct simpleperf_debug_file file;
	int result;

	while ((result = simpleperf_next_debug_file(&s->c, &file)) > 0) {
		fputs("# debug unwind file : ", s->out);
		print_sized(s->out, file.path, file.path_size);
		fprintf(s->out, ", %" PRIu64 " bytes\n", file.size);
	}
	return result;
}

/* The contents of the files that DEBUG_UNWIND lists, one behind the other. */
int print_debug_unwind_file(struct feature_section *s)
{
	fprintf(s->out, "# debug unwind files : %zu bytes\n", cursor_left(&s->c));
	return 0;
}

/* Fields of BranchList and of its ETMBinary (branch_list.proto of simpleperf). */
enum {
	FIELD_BRANCH_LIST_BINARY = 2,
	FIELD_BINARY_PATH = 1,
	FIELD_BINARY_BUILD_ID = 2,
	FIELD_BINARY_ADDRESS = 3,
};

static int print_branch_binary(struct feature_section *s, struct cursor c)
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
	fputs("# ETM branches : ", s->out);
	print_sized(s->out, (const char *)path.bytes.pos, cursor_left(&path.bytes));
	fputs(", build-id ", s->out);
	print_sized(s->out, (const char *)id.bytes.pos, cursor_left(&id.bytes));
	fprintf(s->out, ", %" PRIu64 " addresses\n", n);
	return result;
}

int print_etm_branch_list(struct feature_section *s)
{
	struct protobuf_field field;
	int result;

	while ((result = protobuf_next(&s->c, &field)) > 0) {
		if (field.number != FIELD_BRANCH_LIST_BINARY || field.wire != PROTOBUF_BYTES)
			continue;
		result = print_branch_binary(s, field.bytes);
		if (result)
			return result;
	}
	return result;
}

int print_init_map(struct feature_section *s)
{
	uint64_t n = 0;
	struct record r;

	while (cursor_left(&s->c)) {
		if (record_at(&r, s->c.pos, cursor_left(&s->c), cursor_offset(&s->c), s->c.swap, NULL))
			return -EBADMSG;
		cursor_skip(&s->c, r.size);
		n++;
	}
	fprintf(s->out, "# init map : %" PRIu64 " records\n", n);
	return 0;
}
