#include "tests/support/go_builder.h"

#include <string.h>

/* Where parts of the table are. */
#define NAMES     0x60u
#define UNITS     0x90u
#define FILES     0xa0u
#define NUMBERS   0xc0u
#define FUNCTIONS 0x100u

static const char names[] = "\0main.work\0main.main\0main.round\0main.mix";
enum { WORK = 1, MAIN = 11, ROUND = 21, MIX = 32 };
static const char files[] = "work.go\0mix.go";

/* Steps of the number before, doubled, with 1 for those below 0; and sizes. */
static const uint8_t numbers[] = {
	0xff,                                       /* an offset of 0 is none */
	2,    0x10, 2,  0x10, 1,  0x20, 0,          /* files, from -1 on: 0, 1, 0 */
	12,   0x10, 30, 0x10, 25, 0x20, 0,          /* lines: 5, 20, 7 */
	0,    0x10, 4,  8,    1,  8,    1, 0x20, 0, /* calls: none, 1, 0, none */
	2,    0x20, 0,                              /* of main: a file */
	62,   0x20, 0,                              /* and a line, 30 */
};
enum { WORK_FILES = 1, WORK_LINES = 8, WORK_CALLS = 15, MAIN_FILES = 24, MAIN_LINES = 27 };

static bool is_old(const struct go_builder *g)
{
	return g->magic == 0xfffffffa;
}

static void pad_to(struct buffer *b, size_t size)
{
	while (b->size < size)
		buffer_put_u8(b, 0);
}

static void put_word(const struct go_builder *g, struct buffer *b, uint64_t value)
{
	if (g->is_64)
		buffer_put_u64(b, value);
	else
		buffer_put_u32(b, (uint32_t)value);
}

/* A pointer, which may be left to a relocation. */
static void put_pointer(const struct go_builder *g, struct buffer *b, uint64_t value)
{
	put_word(g, b, g->is_relocated ? 0 : value);
}

static void put_header(const struct go_builder *g, struct buffer *b)
{
	const uint64_t parts[] = { NAMES, UNITS, FILES, NUMBERS, FUNCTIONS };

	buffer_put_u32(b, g->magic);
	buffer_put_u16(b, 0);
	buffer_put_u8(b, 1);
	buffer_put_u8(b, g->is_64 ? 8 : 4);
	put_word(g, b, 2);
	put_word(g, b, 2);
	if (!is_old(g))
		put_pointer(g, b, GO_TEXT);
	for (size_t i = 0; i < ARRAY_SIZE(parts); i++)
		put_word(g, b, parts[i]);
}

/* Numbers of files, lines and calls, and whether it has a tree. */
struct described {
	uint32_t start, name, files, lines, calls;
};

static void put_function(const struct go_builder *g, struct buffer *b, const struct described *d)
{
	const uint32_t words[] = { d->name, 0, 0, 0, d->files, d->lines, d->calls ? 3 : 0, 0 };
	const uint32_t data[] = { 0, 0, 0, d->calls };

	if (is_old(g))
		put_word(g, b, GO_TEXT + d->start);
	else
		buffer_put_u32(b, d->start);
	for (size_t i = 0; i < ARRAY_SIZE(words); i++)
		buffer_put_u32(b, words[i]);
	if (g->magic == 0xfffffff1)
		buffer_put_u32(b, 1);
	buffer_put_u8(b, 0);
	buffer_put_u16(b, 0);
	buffer_put_u8(b, d->calls ? 4 : 0);
	for (size_t i = 1; d->calls && i < 4; i++)
		buffer_put_u32(b, data[i]);
	while (is_old(g) && b->size % (g->is_64 ? 8 : 4))
		buffer_put_u8(b, 0);
	for (size_t i = 0; d->calls && i < 4; i++) {
		if (is_old(g))
			put_word(g, b, i == 3 ? GO_TREES : 0);
		else
			buffer_put_u32(b, i == 3 ? 0x10 : UINT32_MAX);
	}
}

static void put_functab(const struct go_builder *g, struct buffer *b)
{
	static const struct described work = { 0, WORK, WORK_FILES, WORK_LINES, WORK_CALLS };
	static const struct described main = { 0x40, MAIN, MAIN_FILES, MAIN_LINES, 0 };
	const uint32_t starts[] = { 0, 0x30, 0x40, 0xb0, 0x60 };

	for (size_t i = 0; i < ARRAY_SIZE(starts); i++) {
		if (is_old(g))
			put_word(g, b, starts[i] + (i % 2 ? 0 : GO_TEXT));
		else
			buffer_put_u32(b, starts[i]);
	}
	pad_to(b, FUNCTIONS + 0x30);
	put_function(g, b, &work);
	pad_to(b, FUNCTIONS + 0xb0);
	put_function(g, b, &main);
}

static void put_table(const struct go_builder *g, struct buffer *b)
{
	put_header(g, b);
	pad_to(b, NAMES);
	buffer_append(b, names, sizeof(names));
	pad_to(b, UNITS);
	buffer_put_u32(b, 0);
	buffer_put_u32(b, sizeof("work.go"));
	pad_to(b, FILES);
	buffer_append(b, files, sizeof(files));
	pad_to(b, NUMBERS);
	buffer_append(b, numbers, sizeof(numbers));
	pad_to(b, FUNCTIONS);
	put_functab(g, b);
}

/* round in work at 4; mix in round at 0x1c. Before Go 1.20: number of the parent, file, line; then name and place. */
static void put_trees(const struct go_builder *g, struct buffer *b)
{
	const uint32_t calls[][2] = { { ROUND, 4 }, { MIX, 0x1c } };

	for (size_t i = 0; i < ARRAY_SIZE(calls); i++) {
		for (unsigned k = 0; k < (g->magic == 0xfffffff1 ? 1 : 3); k++)
			buffer_put_u32(b, 0);
		buffer_put_u32(b, calls[i][0]);
		buffer_put_u32(b, calls[i][1]);
		if (g->magic == 0xfffffff1)
			buffer_put_u32(b, 9);
	}
}

#define MODULE_WORDS 42u
#define MODULE_FUNCS 38u /* the pointer from which trees count */

static uint64_t module_word(unsigned number)
{
	switch (number) {
	case 0: return GO_TABLE;
	case 1: return GO_TABLE + NAMES;
	case 22: return GO_TEXT;
	case MODULE_FUNCS: return GO_TREES - 0x10;
	default: return GO_TEXT + number;
	}
}

static void put_module(const struct go_builder *g, struct buffer *b)
{
	for (unsigned i = 0; i < MODULE_WORDS; i++)
		put_pointer(g, b, module_word(i));
}

static void put_relocation(struct buffer *b, uint64_t address, uint64_t addend)
{
	buffer_put_u64(b, address);
	buffer_put_u64(b, R_X86_64_RELATIVE);
	buffer_put_u64(b, addend);
}

static void put_relocations(struct buffer *b)
{
	put_relocation(b, GO_TABLE + 8 + 16, GO_TEXT);
	for (unsigned i = 0; i < MODULE_WORDS; i++)
		put_relocation(b, GO_MODULE + 8 * i, module_word(i));
}

static void add_section(struct elf_builder *b, const char *name, uint32_t type, uint64_t address, struct buffer *bytes)
{
	elf_builder_section(b, name, type, SHF_ALLOC | (type == SHT_PROGBITS ? SHF_WRITE : 0), address, bytes->data,
			    bytes->size);
	buffer_clear(bytes);
}

/* Among other data it is in the middle of a section. */
static void add_table(const struct go_builder *g, struct elf_builder *b, struct buffer *table)
{
	static const uint8_t before[0x10];
	struct buffer all;

	if (!g->is_among) {
		add_section(b, ".gopclntab", SHT_PROGBITS, GO_TABLE, table);
		return;
	}
	buffer_init(&all);
	buffer_append(&all, before, sizeof(before));
	buffer_append(&all, table->data, table->size);
	add_section(b, ".data.rel.ro", SHT_PROGBITS, GO_TABLE - sizeof(before), &all);
	buffer_clear(table);
	buffer_fini(&all);
}

void go_builder_make(const struct go_builder *g, struct elf_builder *ret)
{
	struct buffer b;

	buffer_init(&b);
	b.swap = order_is_swapped(g->big_endian);
	elf_builder_init(ret, g->is_64, g->big_endian, g->is_relocated ? ET_DYN : ET_EXEC,
			 g->is_64 ? EM_X86_64 : EM_386);
	elf_builder_load(ret, 0, 0, 0x2000);
	pad_to(&b, 0x60);
	add_section(ret, ".text", SHT_PROGBITS, GO_TEXT, &b);
	put_table(g, &b);
	add_table(g, ret, &b);
	put_trees(g, &b);
	add_section(ret, ".rodata", SHT_PROGBITS, GO_TREES, &b);
	put_module(g, &b);
	add_section(ret, ".data", SHT_PROGBITS, GO_MODULE, &b);
	put_relocations(&b);
	if (g->is_relocated)
		add_section(ret, ".rela", SHT_RELA, 0x1800, &b);
	if (g->is_among)
		add_section(ret, ".note.go.buildid", SHT_NOTE, 0x1e00, &b);
	elf_builder_finish(ret);
	buffer_fini(&b);
}
