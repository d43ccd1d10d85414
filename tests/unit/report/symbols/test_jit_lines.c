#include "report/symbols/jit_symbols.h"
#include "tests/support/built_file.h"
#include "tests/support/jitdump_builder.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <unistd.h>

static struct jitdump_builder builder;
static struct symbols_memory memory;
static struct dso_content *content;
static struct jit_lines *lines;

static void begin(void)
{
	jitdump_builder_init(&builder, false, 42, 1000, 0);
	memory = (struct symbols_memory){ .limit = SIZE_MAX };
}

static void load(void)
{
	const struct symbols_config config = { .force = true };
	int fd = built_fd(builder.file.data, builder.file.size);
	char path[32];

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	content = dso_content_new(DEMANGLE_NONE, &memory);
	lines = NULL;
	CHECK(content);
	CHECK_EQ_I64(jit_dump_symbols_load(content, &config, 42, path, &lines, NULL), 0);
	close(fd);
}

static void end(void)
{
	jit_lines_free(lines);
	dso_content_free(content);
	jitdump_builder_fini(&builder);
}

/* The line of an offset in the n-th code of the dump: "FILE:LINE", or "none". */
static const char *line_at(unsigned n, uint64_t offset)
{
	static char text[128];
	struct symbol *s = &content->symbols.symbols[n];
	const char *file;
	unsigned line;

	CHECK(n < content->symbols.n);
	if (!lines || !jit_lines_find(lines, s->start + offset, &file, &line))
		return "none";
	snprintf(text, sizeof(text), "%s:%u", file, line);
	return text;
}

TEST(lines_up_to_the_next_one)
{
	begin();
	jitdump_builder_load(&builder, 1900, 0x1000, 64, 1, "without");
	jitdump_builder_lines(&builder, 2000, 0x2010, 16, 10, 3, "/src/a.js");
	buffer_set_u64(&builder.file, builder.file.size - 16 * 3 - 14 - 16, 0x2000);
	jitdump_builder_load(&builder, 2000, 0x2000, 64, 2, "with");
	load();
	CHECK(lines);
	CHECK_STR(line_at(0, 0), "none");
	CHECK_STR(line_at(1, 0), "none");
	CHECK_STR(line_at(1, 15), "none");
	CHECK_STR(line_at(1, 16), "/src/a.js:10");
	CHECK_STR(line_at(1, 31), "/src/a.js:10");
	CHECK_STR(line_at(1, 32), "/src/a.js:11");
	CHECK_STR(line_at(1, 63), "/src/a.js:12");
	CHECK_STR(line_at(1, 64), "none");
	end();
}

TEST(no_lines_at_all)
{
	begin();
	jitdump_builder_load(&builder, 1900, 0x1000, 64, 1, "without");
	load();
	CHECK(!lines);
	end();
}

/* The shift of V8 is that of its code alone, and of whole tables. */
TEST(addresses_of_v8)
{
	static const char *const names[] = { "JS:*f a.js:1:1", "main", "Script:~ a.js:1:1" };

	begin();
	for (unsigned i = 0; i < 3; i++) {
		size_t at = builder.file.size;

		jitdump_builder_lines(&builder, 2000, 0x2000 + (i < 2 ? 0x40 : 0), 16, 10, 3, "a.js");
		buffer_set_u64(&builder.file, at + 16, 0x2000);
		jitdump_builder_load(&builder, 2000, 0x2000, 128, i, names[i]);
	}
	load();
	CHECK_STR(line_at(0, 0), "a.js:10");
	CHECK_STR(line_at(0, 16), "a.js:11");
	CHECK_STR(line_at(1, 0), "none");
	CHECK_STR(line_at(1, 0x40), "a.js:10");
	CHECK_STR(line_at(2, 0), "a.js:10");
	end();
}

/* Changes one byte or number of a table of lines, after which nothing of it is believed. */
static void check_damage(size_t at, size_t width, uint64_t value)
{
	size_t record;

	begin();
	record = builder.file.size;
	jitdump_builder_lines(&builder, 2000, 0x2000, 16, 10, 3, "/src/a.js");
	if (width == 1)
		builder.file.data[record + at] = (uint8_t)value;
	else
		buffer_set_u64(&builder.file, record + at, value);
	jitdump_builder_load(&builder, 2000, 0x2000, 64, 1, "f");
	load();
	CHECK_STR(line_at(0, 0), "none");
	CHECK_STR(line_at(0, 63), "none");
	end();
}

TEST(tables_that_are_none)
{
	const size_t first = 32, second = first + 16 + 10;

	check_damage(first, 8, 0x1fff);              /* before the code */
	check_damage(second, 8, 0x2041);             /* after its end */
	check_damage(first, 8, 0x2011);              /* not in order */
	check_damage(first + 16, 1, 0);              /* a file without a name; what follows is shifted */
	check_damage(first + 18, 1, 1);              /* bytes of no name */
	check_damage(first + 16 + 9, 1, 'x');        /* a name that does not end where it did */
	check_damage(24, 8, 2);                      /* fewer lines than there are */
	check_damage(24, 8, 4);                      /* more */
	check_damage(24, 8, 0x1000000000000000 + 3); /* very many more */
}
