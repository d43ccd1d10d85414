/*
 * Formats of tracepoints: their fields, and what is no format.
 */
#include "report/tracepoint/trace_format.h"
#include "tests/support/test.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define HEAD    "name: count\nID: 314\nformat:\n"
#define COMMON  "\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n\n"
#define FIELD_N "\tfield:int n;\toffset:8;\tsize:4;\tsigned:1;\n"
#define FIELDS                                                                         \
	FIELD_N "\tfield:__data_loc char[] word;\toffset:12;\tsize:4;\tsigned:0;\n"    \
		"\tfield:__rel_loc u64[] more;\toffset:16;\tsize:4;\tsigned:0;\n"      \
		"\tfield:u8 bytes[6];\toffset:20;\tsize:6;\tsigned:0;\n"               \
		"\tfield:unsigned long charges[3];\toffset:32;\tsize:24;\tsigned:0;\n" \
		"\tfield:const struct page * p;\toffset:56;\tsize:8;\tsigned:0;\n\n"
#define FORMAT HEAD COMMON FIELDS "print fmt: \"%d\", REC->n\n"

static int parse(const char *text, size_t size)
{
	struct trace_format format;
	struct arena arena;
	int result;

	arena_init(&arena);
	result = trace_format_parse(&format, &arena, text, size);
	arena_fini(&arena);
	return result;
}

static int parse_text(const char *text)
{
	return parse(text, strlen(text));
}

static void check_field(const struct trace_format *f, const char *name, uint32_t offset, uint32_t size,
			uint32_t element_size, unsigned flags)
{
	const struct trace_field *field = trace_format_field(f, name, strlen(name));

	CHECK(field);
	CHECK_EQ_U64(field->offset, offset);
	CHECK_EQ_U64(field->size, size);
	CHECK_EQ_U64(field->element_size, element_size);
	CHECK_EQ_U64(field->flags, flags);
}

TEST(fields)
{
	struct trace_format f;
	struct arena arena;

	arena_init(&arena);
	CHECK_EQ_I64(trace_format_parse(&f, &arena, FORMAT, strlen(FORMAT)), 0);
	CHECK_EQ_U64(f.id, 314);
	CHECK_EQ_U64(f.n_fields, 7);
	CHECK_EQ_U64(f.n_common, 1);
	check_field(&f, "common_type", 0, 2, 2, 0);
	check_field(&f, "n", 8, 4, 4, TRACE_FIELD_SIGNED);
	check_field(&f, "word", 12, 4, 1, TRACE_FIELD_ARRAY | TRACE_FIELD_DYNAMIC | TRACE_FIELD_STRING);
	check_field(&f, "more", 16, 4, 4, TRACE_FIELD_ARRAY | TRACE_FIELD_DYNAMIC | TRACE_FIELD_RELATIVE);
	check_field(&f, "bytes", 20, 6, 1, TRACE_FIELD_ARRAY | TRACE_FIELD_STRING);
	/* the name is no part of the type */
	check_field(&f, "charges", 32, 24, 8, TRACE_FIELD_ARRAY | TRACE_FIELD_LONG);
	check_field(&f, "p", 56, 8, 8, TRACE_FIELD_POINTER);
	CHECK(!trace_format_field(&f, "wor", 3) && !trace_format_field(&f, "words", 5));
	CHECK(f.print && !memcmp(f.print, " \"%d\"", 5) && f.end == f.print + strlen(" \"%d\", REC->n\n"));
	arena_fini(&arena);
}

TEST(fields_are_where_data_are)
{
	CHECK_EQ_I64(parse_text(HEAD COMMON FIELD_N), 0);
	CHECK_EQ_I64(parse_text(HEAD "\tfield:int n;\toffset:65533;\tsize:4;\tsigned:1;\n"), -EBADMSG);
	CHECK_EQ_I64(parse_text(HEAD "\tfield:int n;\toffset:8;\tsize:65529;\tsigned:1;\n"), -EBADMSG);
	CHECK_EQ_I64(parse_text(HEAD "\tfield:int n;\toffset:-8;\tsize:4;\tsigned:1;\n"), -EBADMSG);
}

TEST(no_formats)
{
	CHECK_EQ_I64(parse_text(HEAD "\tfield:n;\toffset:8;\tsize:4;\tsigned:1;\n"), -EBADMSG);
	CHECK_EQ_I64(parse_text(HEAD "\tfield:int n[;\toffset:8;\tsize:4;\tsigned:1;\n"), -EBADMSG);
	CHECK_EQ_I64(parse_text(HEAD "\nprint fmt: \"\"\n"), -EBADMSG);
	CHECK_EQ_I64(parse_text("name: \nID: 1\nformat:\n" FIELD_N), -EBADMSG);
	CHECK_EQ_I64(parse_text("name: n\nID: x\nformat:\n" FIELD_N), -EBADMSG);
	CHECK_EQ_I64(parse_text("name: n\nID: 4294967296\nformat:\n" FIELD_N), -EBADMSG);
}

/* The fields are those whose lines are whole. */
TEST(every_cut)
{
	for (size_t size = 0; size < strlen(FORMAT); size++) {
		char *text = strndup(FORMAT, size);
		struct trace_format f;
		struct arena arena;
		uint32_t n = 0;

		CHECK(text);
		arena_init(&arena);
		for (const char *line = text; (line = strstr(line, "\tfield:")); line++)
			n += strchr(line, '\n') != NULL;
		if (!trace_format_parse(&f, &arena, text, size))
			CHECK(n && f.n_fields == n);
		else
			CHECK(!n || text[size - 1] != '\n');
		arena_fini(&arena);
		free(text);
	}
}
