/* gopclntab: functions of Go programs of every version, and tables that lie. */
#include "report/elf/gopclntab.h"
#include "tests/support/elf_builder.h"
#include "tests/support/test.h"

#include <stdlib.h>

#define TEXT  0x1000
#define TABLE 0x2000

/* Where parts of the made tables are. */
#define NAMES     0x60
#define FUNCTIONS 0x80

static struct elf_builder elf;
static struct elf_image image;
static struct symtab symbols;

static const char names[] = "\0main.main\0main.spin";

static void pad(struct buffer *b, size_t size)
{
	while (b->size < size)
		buffer_put_u8(b, 0);
}

/* Two functions, of 0x20 and 0x40 bytes, as Go 1.18 and 1.20 have them: offsets of 32 bits from the text. */
static void put_1_18(struct buffer *b, uint64_t n, uint64_t text)
{
	const uint64_t words[] = { n, 0, text, NAMES, 0, 0, 0, FUNCTIONS };
	const uint32_t functab[] = { 0, 0x20, 0x20, 0x28, 0x60, 0, 0, 0, 0, 1, 0x20, 11 };

	for (size_t i = 0; i < ARRAY_SIZE(words); i++)
		buffer_put_u64(b, words[i]);
	pad(b, NAMES);
	buffer_append(b, names, sizeof(names));
	pad(b, FUNCTIONS);
	/* The entries, then descriptions at 0x20 and 0x28: an address and a name. */
	for (size_t i = 0; i < ARRAY_SIZE(functab); i++)
		buffer_put_u32(b, functab[i]);
}

/* The same as Go 1.2 and 1.16 have them: addresses. */
static void put_addresses(struct buffer *b, bool is_old)
{
	const uint64_t words[] = { 2, 0, NAMES, 0, 0, 0, FUNCTIONS };
	const uint64_t places = is_old ? FUNCTIONS : 0, at = 0x28, next = 0x38;
	const uint64_t functab[] = { TEXT, places + at, TEXT + 0x20, places + next, TEXT + 0x60 };

	if (is_old)
		buffer_put_u64(b, 2);
	for (size_t i = 0; is_old && i < ARRAY_SIZE(functab); i++)
		buffer_put_u64(b, functab[i]);
	for (size_t i = 0; !is_old && i < ARRAY_SIZE(words); i++)
		buffer_put_u64(b, words[i]);
	pad(b, NAMES);
	buffer_append(b, names, sizeof(names));
	pad(b, FUNCTIONS);
	for (size_t i = 0; !is_old && i < ARRAY_SIZE(functab); i++)
		buffer_put_u64(b, functab[i]);
	pad(b, FUNCTIONS + at);
	for (unsigned i = 0; i < 2; i++) {
		buffer_put_u64(b, TEXT + 0x20 * i);
		buffer_put_u32(b, (is_old ? NAMES : 0) + (i ? 11u : 1u));
		buffer_put_u32(b, 0);
	}
}

static void begin(const struct buffer *table, bool big_endian)
{
	static uint8_t text[0x100];

	elf_builder_init(&elf, true, big_endian, ET_EXEC, EM_X86_64);
	elf_builder_load(&elf, 0, 0, 0x4000);
	elf_builder_section(&elf, ".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, TEXT, text, sizeof(text));
	elf_builder_section(&elf, ".gopclntab", SHT_PROGBITS, SHF_ALLOC, TABLE, table->data, table->size);
	elf_builder_finish(&elf);
	CHECK_EQ_I64(elf_image_init(&image, elf.out.data, elf.out.size, NULL), 0);
	symtab_init(&symbols, DEMANGLE_NONE);
	CHECK(gopclntab_is_there(&image));
	CHECK_EQ_I64(gopclntab_add(&symbols, &image, NULL), 0);
}

static void finish(void)
{
	symtab_fini(&symbols);
	elf_image_fini(&image);
	elf_builder_fini(&elf);
}

static const char *name_at(uint64_t address)
{
	const struct symbol *s = symtab_find(&symbols, elf_image_file_offset(&image, address, NULL));

	return s ? symtab_name(&symbols, s) : "none";
}

static void check_names(void)
{
	CHECK_STR(name_at(TEXT), "main.main");
	CHECK_STR(name_at(TEXT + 0x1f), "main.main");
	CHECK_STR(name_at(TEXT + 0x20), "main.spin");
	CHECK_STR(name_at(TEXT + 0x5f), "main.spin");
	CHECK_STR(name_at(TEXT + 0x60), "none");
}

static void put_header(struct buffer *b, uint32_t magic, bool swap)
{
	buffer_init(b);
	b->swap = swap;
	buffer_put_u32(b, magic);
	buffer_put_u16(b, 0);
	buffer_put_u8(b, 1);
	buffer_put_u8(b, 8);
}

TEST(versions)
{
	static const uint32_t magics[] = { 0xfffffffb, 0xfffffffa, 0xfffffff0, 0xfffffff1 };

	for (unsigned i = 0; i < 2 * ARRAY_SIZE(magics); i++) {
		const uint32_t magic = magics[i / 2];
		struct buffer b;

		put_header(&b, magic, i & 1);
		if (i / 2 < 2)
			put_addresses(&b, magic == 0xfffffffb);
		else
			put_1_18(&b, 2, TEXT);
		begin(&b, i & 1);
		check_names();
		finish();
		buffer_fini(&b);
	}
}

/* What can be anywhere has the start of its text by a relocation. */
TEST(text_of_a_position_independent_program)
{
	struct buffer b;

	put_header(&b, 0xfffffff1, false);
	put_1_18(&b, 2, 0);
	begin(&b, false);
	check_names();
	finish();
	buffer_fini(&b);
}

/* Every byte of the table is damaged once, and the table is cut at each. */
TEST(damaged_tables)
{
	struct buffer b;

	put_header(&b, 0xfffffff0, false);
	put_1_18(&b, 2, TEXT);
	for (size_t i = 0; i < b.size; i++) {
		uint8_t was = b.data[i];
		size_t size = b.size;

		b.data[i] = 0xff;
		begin(&b, false);
		CHECK(symbols.n <= 2);
		finish();
		b.data[i] = was;
		b.size = i;
		begin(&b, false);
		CHECK(symbols.n <= 2);
		finish();
		b.size = size;
	}
	buffer_fini(&b);
}

TEST(more_functions_than_there_are)
{
	struct buffer b;

	put_header(&b, 0xfffffff1, false);
	put_1_18(&b, 1000000, TEXT);
	begin(&b, false);
	CHECK_STR(name_at(TEXT + 1), "main.main");
	finish();
	buffer_fini(&b);
}
