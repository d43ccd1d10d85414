#include "formats/text/perf_map.h"
#include "tests/support/test.h"

#include <stdio.h>

static struct perf_map_reader reader;
static struct perf_map_entry entry;

static void begin(const char *text)
{
	reader = perf_map_open(text, strlen(text));
}

static void check_entry(uint64_t start, uint64_t size, const char *name)
{
	char buffer[128];

	CHECK_EQ_I64(perf_map_next(&reader, &entry), 1);
	CHECK_EQ_U64(entry.start, start);
	CHECK_EQ_U64(entry.size, size);
	snprintf(buffer, sizeof(buffer), "%.*s", (int)entry.name_size, entry.name);
	CHECK_STR(buffer, name);
}

TEST(lines)
{
	begin("7f00 10 LazyCompile:~foo file.js:1\n"
	      "0x7f10 0x20 java/lang/String.hashCode()I\n"
	      "FFFF00 aB c\n");
	check_entry(0x7f00, 0x10, "LazyCompile:~foo file.js:1");
	check_entry(0x7f10, 0x20, "java/lang/String.hashCode()I");
	check_entry(0xffff00, 0xab, "c");
	CHECK_EQ_I64(perf_map_next(&reader, &entry), 0);
	CHECK_EQ_U64(reader.n_bad, 0);
}

TEST(bad_lines_are_counted)
{
	begin("7f00\n7f00 10\n7f00 10 \nxyz 10 name\n 7f00 10 name\n11112222333344445 1 name\n7f00 10 good\n\n");
	check_entry(0x7f00, 0x10, "good");
	CHECK_EQ_I64(perf_map_next(&reader, &entry), 0);
	CHECK_EQ_U64(reader.n_bad, 6);
}

TEST(a_last_line_without_newline)
{
	begin("7f00 10 whole\n7f10 10 last");
	check_entry(0x7f00, 0x10, "whole");
	check_entry(0x7f10, 0x10, "last");
	CHECK_EQ_I64(perf_map_next(&reader, &entry), 0);
	CHECK_EQ_U64(reader.n_bad, 0);
	begin("7f00 10 whole\n7f10 1");
	check_entry(0x7f00, 0x10, "whole");
	CHECK_EQ_I64(perf_map_next(&reader, &entry), 0);
	CHECK_EQ_U64(reader.n_bad, 1);
}
