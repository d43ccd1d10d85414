/* gopclntab_code: files, lines and inlined calls of Go programs of every version, and tables that lie. */
#include "report/elf/gopclntab_code.h"
#include "tests/support/go_builder.h"
#include "tests/support/test.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static struct elf_builder elf;
static struct elf_image image;
static struct gopclntab table;
static struct gopclntab_trees trees;

static bool begin(const struct go_builder *g)
{
	go_builder_make(g, &elf);
	CHECK_EQ_I64(elf_image_init(&image, elf.out.data, elf.out.size, NULL), 0);
	if (!gopclntab_open(&table, &image))
		return false;
	trees = gopclntab_trees_find(&table);
	return true;
}

static void finish(void)
{
	elf_image_fini(&image);
	elf_builder_fini(&elf);
}

/* The frames at an offset of the code, as "NAME:FILE:LINE ...". */
static const char *frames_at(uint32_t offset)
{
	static char text[256];
	struct gopclntab_frame frames[8];
	struct gopclntab_function f;
	struct gopclntab_code code;
	size_t at = 0;
	uint32_t n = 0;

	text[0] = 0;
	if (!gopclntab_find(&table, GO_TEXT + offset, &f))
		return "none";
	if (!gopclntab_code_init(&code, &table, &trees, &f))
		n = gopclntab_code_frames(&code, (uint32_t)(GO_TEXT + offset - f.start), frames, ARRAY_SIZE(frames));
	for (uint32_t i = 0; i < n; i++)
		at += (size_t)snprintf(text + at, sizeof(text) - at, "%s%s:%s:%u", i ? " " : "",
				       frames[i].name ? frames[i].name : "-", frames[i].file ? frames[i].file : "-",
				       frames[i].line);
	gopclntab_code_fini(&code);
	return text;
}

static void check_frames(void)
{
	CHECK_STR(frames_at(0), "-:work.go:5");
	CHECK_STR(frames_at(0x10), "main.mix:mix.go:20 main.round:mix.go:20 -:work.go:5");
	CHECK_STR(frames_at(0x17), "main.mix:mix.go:20 main.round:mix.go:20 -:work.go:5");
	CHECK_STR(frames_at(0x18), "main.round:mix.go:20 -:work.go:5");
	CHECK_STR(frames_at(0x20), "-:work.go:7");
	CHECK_STR(frames_at(0x3f), "-:work.go:7");
	CHECK_STR(frames_at(0x40), "-:work.go:30");
	CHECK_STR(frames_at(0x60), "none");
}

static const uint32_t magics[] = { 0xfffffffa, 0xfffffff0, 0xfffffff1 };

TEST(versions_and_word_sizes)
{
	for (unsigned i = 0; i < 4 * ARRAY_SIZE(magics); i++) {
		CHECK(begin(&(struct go_builder){ .magic = magics[i / 4], .is_64 = i & 1, .big_endian = i & 2 }));
		CHECK(trees.is_known);
		check_frames();
		finish();
	}
}

/* What can be anywhere has its pointers by relocations: of the text, of moduledata, of trees. */
TEST(relocated_pointers)
{
	CHECK(begin(&(struct go_builder){ .magic = 0xfffffff1, .is_64 = true, .is_relocated = true }));
	CHECK(trees.is_known);
	check_frames();
	finish();
}

/* A linker of C leaves the table no section. */
TEST(a_table_among_other_data)
{
	CHECK(begin(
		&(struct go_builder){ .magic = 0xfffffff0, .is_64 = true, .is_relocated = true, .is_among = true }));
	CHECK_EQ_U64(table.address, GO_TABLE);
	check_frames();
	finish();
}

TEST(rows_end_where_any_number_changes)
{
	struct gopclntab_function f;
	struct gopclntab_code code;

	CHECK(begin(&(struct go_builder){ .magic = 0xfffffff1, .is_64 = true }));
	CHECK(gopclntab_find(&table, GO_TEXT, &f));
	CHECK_EQ_I64(gopclntab_code_init(&code, &table, &trees, &f), 0);
	CHECK_EQ_U64(gopclntab_code_next(&code, 0), 0x10);
	CHECK_EQ_U64(gopclntab_code_next(&code, 0x10), 0x18);
	CHECK_EQ_U64(gopclntab_code_next(&code, 0x1f), 0x20);
	CHECK_EQ_U64(gopclntab_code_next(&code, 0x20), 0x40);
	CHECK_EQ_U64(gopclntab_code_next(&code, 0x40), UINT32_MAX);
	gopclntab_code_fini(&code);
	finish();
}

/* Trees whose names begin in the middle of a text are none; lines are there all the same. */
TEST(no_inlined_calls_without_trees)
{
	const uint8_t wrong = 2;

	go_builder_make(&(struct go_builder){ .magic = 0xfffffff1, .is_64 = true }, &elf);
	elf.out.data[GO_TREES + 4] = wrong;
	CHECK_EQ_I64(elf_image_init(&image, elf.out.data, elf.out.size, NULL), 0);
	CHECK(gopclntab_open(&table, &image));
	trees = gopclntab_trees_find(&table);
	CHECK(!trees.is_known);
	CHECK_STR(frames_at(0x10), "-:mix.go:20");
	finish();
}

/* A call that is its own caller ends. */
TEST(calls_in_a_circle)
{
	struct gopclntab_frame frames[8];
	struct gopclntab_function f;
	struct gopclntab_code code;

	go_builder_make(&(struct go_builder){ .magic = 0xfffffff1, .is_64 = true }, &elf);
	elf.out.data[GO_TREES + 16 + 8] = 0x12;
	CHECK_EQ_I64(elf_image_init(&image, elf.out.data, elf.out.size, NULL), 0);
	CHECK(gopclntab_open(&table, &image));
	trees = gopclntab_trees_find(&table);
	CHECK(gopclntab_find(&table, GO_TEXT, &f));
	CHECK_EQ_I64(gopclntab_code_init(&code, &table, &trees, &f), 0);
	CHECK_EQ_U64(gopclntab_code_frames(&code, 0x10, frames, ARRAY_SIZE(frames)), ARRAY_SIZE(frames));
	gopclntab_code_fini(&code);
	finish();
}

/* As many functions as there are numbers are not looked for. */
TEST(more_functions_than_the_table_has_room_for)
{
	go_builder_make(&(struct go_builder){ .magic = 0xfffffff1, .is_64 = true }, &elf);
	memset(elf.out.data + GO_TABLE + 8, 0xff, 8);
	CHECK_EQ_I64(elf_image_init(&image, elf.out.data, elf.out.size, NULL), 0);
	CHECK(gopclntab_open(&table, &image));
	CHECK(table.n < GO_TREES - GO_TABLE);
	gopclntab_trees_find(&table);
	finish();
}
