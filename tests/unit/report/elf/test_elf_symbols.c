/* elf_symbols, elf_plt, elf_bounds: symbols of ELF files of every class, order and damage. */
#include "common/fileio.h"
#include "formats/elf/build_id.h"
#include "report/elf/cfi_index.h"
#include "report/elf/elf_plt.h"
#include "report/elf/elf_symbols.h"
#include "tests/support/elf_builder.h"
#include "tests/support/test.h"

#include <fcntl.h>
#include <stdlib.h>

#define FUNC ELF64_ST_INFO(STB_GLOBAL, STT_FUNC)

static struct elf_builder b;
static struct elf_image image;
static struct symtab table;

static void load(void)
{
	struct error err = ERROR_INIT;

	CHECK_EQ_I64(elf_image_init(&image, b.out.data, b.out.size, &err), 0);
	symtab_init(&table, DEMANGLE_FULL);
	CHECK_EQ_I64(elf_symbols_add_symtab(&table, &image, &image, &err), 0);
	CHECK_EQ_I64(elf_symbols_add_dynsym(&table, &image, &image, &err), 0);
	CHECK_EQ_I64(elf_plt_add(&table, &image, &err), 0);
}

static void end(void)
{
	symtab_fini(&table);
	elf_image_fini(&image);
	elf_builder_fini(&b);
}

static const char *at(uint64_t addr)
{
	const struct symbol *s = symtab_find(&table, addr);

	return s ? symtab_name(&table, s) : "none";
}

static unsigned begin(bool is_64, bool big_endian, uint16_t machine, uint64_t base)
{
	elf_builder_init(&b, is_64, big_endian, ET_DYN, machine);
	b.base = base;
	elf_builder_load(&b, 0x1000, base + 0x1000, 0x1000);
	return elf_builder_section(&b, ".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, base + 0x1000,
				   (uint8_t[0x1000]){ 0 }, 0x1000);
}

static void check_class_and_order(bool is_64, bool big_endian, uint16_t machine, uint64_t base)
{
	unsigned text = begin(is_64, big_endian, machine, base);

	elf_builder_symbol(&b, ELF_BUILDER_SYMTAB, "main", base + 0x1100, 0x20, FUNC, text);
	elf_builder_symbol(&b, ELF_BUILDER_DYNSYM, "exported", base + 0x1200, 0x20, FUNC, text);
	elf_builder_finish(&b);
	load();
	CHECK(image.is_64 == is_64);
	CHECK_STR(at(0x1100), "main");
	CHECK_STR(at(0x111f), "main");
	CHECK_STR(at(0x1120), "none");
	CHECK_STR(at(0x1210), "exported");
	end();
}

/* Addresses are file offsets wherever the file is linked to lie. */
TEST(every_class_and_order)
{
	check_class_and_order(true, false, EM_X86_64, 0);
	check_class_and_order(true, false, EM_X86_64, 0x400000);
	check_class_and_order(true, true, EM_S390, 0x80000000);
	check_class_and_order(false, false, EM_386, 0x8048000);
	check_class_and_order(false, true, EM_PPC, 0x10000000);
}

TEST(kinds_that_are_taken)
{
	unsigned text = begin(true, false, EM_X86_64, 0);
	unsigned debug = elf_builder_section(&b, ".gnu.warning.gets", SHT_PROGBITS, 0, 0, "x", 1);
	unsigned data = elf_builder_section(&b, ".odd", SHT_PROGBITS, SHF_ALLOC, 0x2000, "x", 1);

	elf_builder_symbol(&b, ELF_BUILDER_SYMTAB, "ifunc", 0x1000, 8, ELF64_ST_INFO(STB_GLOBAL, STT_GNU_IFUNC), text);
	elf_builder_symbol(&b, ELF_BUILDER_SYMTAB, "object", 0x1010, 8, ELF64_ST_INFO(STB_GLOBAL, STT_OBJECT), text);
	elf_builder_symbol(&b, ELF_BUILDER_SYMTAB, "label", 0x1020, 8, ELF64_ST_INFO(STB_LOCAL, STT_NOTYPE), text);
	elf_builder_symbol(&b, ELF_BUILDER_SYMTAB, "tls", 0x1030, 8, ELF64_ST_INFO(STB_GLOBAL, STT_TLS), text);
	elf_builder_symbol(&b, ELF_BUILDER_SYMTAB, "undefined", 0x1040, 8, FUNC, SHN_UNDEF);
	elf_builder_symbol(&b, ELF_BUILDER_SYMTAB, "absolute", 0x1050, 8, FUNC, SHN_ABS);
	elf_builder_symbol(&b, ELF_BUILDER_SYMTAB, "unallocated", 0x1060, 8, FUNC, debug);
	elf_builder_symbol(&b, ELF_BUILDER_SYMTAB, "odd", 0x2000, 8, ELF64_ST_INFO(STB_LOCAL, STT_NOTYPE), data);
	elf_builder_symbol(&b, ELF_BUILDER_SYMTAB, "", 0x1070, 8, FUNC, text);
	elf_builder_finish(&b);
	load();
	CHECK_STR(at(0x1000), "ifunc");
	CHECK_STR(at(0x1010), "object");
	CHECK_STR(at(0x1020), "label");
	CHECK_EQ_U64(table.n, 3);
	end();
}

TEST(arm_marks_and_thumb)
{
	unsigned text = begin(false, false, EM_ARM, 0);

	elf_builder_symbol(&b, ELF_BUILDER_SYMTAB, "thumb", 0x1001, 8, FUNC, text);
	elf_builder_symbol(&b, ELF_BUILDER_SYMTAB, "$t", 0x1004, 0, ELF64_ST_INFO(STB_LOCAL, STT_NOTYPE), text);
	elf_builder_symbol(&b, ELF_BUILDER_SYMTAB, "$d.3", 0x1006, 0, ELF64_ST_INFO(STB_LOCAL, STT_NOTYPE), text);
	elf_builder_symbol(&b, ELF_BUILDER_SYMTAB, "$tart", 0x1010, 8, FUNC, text);
	elf_builder_finish(&b);
	load();
	CHECK_EQ_U64(table.n, 2);
	CHECK_STR(at(0x1000), "thumb");
	CHECK_STR(at(0x1006), "thumb");
	CHECK_STR(at(0x1010), "$tart");
	end();
}

static void put_relocation(struct buffer *to, uint64_t offset, uint64_t symbol, uint64_t type, uint64_t addend)
{
	buffer_put_u64(to, offset);
	buffer_put_u64(to, symbol << 32 | type);
	buffer_put_u64(to, addend);
}

/* .plt: header, _Znwm, an ifunc's; .plt.got: free. Relocations of .rela.plt stand out of order. */
static void build_plt(uint64_t base)
{
	/* jmp *0xffa(%rip): the slot lies 0x1000 after the entry; twice */
	static const uint8_t jumps[] = { 0xff, 0x25, 0xfa, 0x0f, 0, 0, 0x66, 0x90,
					 0xff, 0x25, 0xfa, 0x0f, 0, 0, 0x66, 0x90 };
	unsigned text = begin(true, false, EM_X86_64, base);
	struct buffer relocations, dynamic;
	unsigned index, new_symbol, free_symbol;

	buffer_init(&relocations);
	buffer_init(&dynamic);
	relocations.swap = dynamic.swap = order_is_swapped(false);
	elf_builder_symbol(&b, ELF_BUILDER_SYMTAB, "_init", base + 0x1800, 0x400, FUNC, text);
	elf_builder_symbol(&b, ELF_BUILDER_SYMTAB, "strlen", base + 0x1100, 8, ELF64_ST_INFO(STB_GLOBAL, STT_GNU_IFUNC),
			   text);
	new_symbol = elf_builder_symbol(&b, ELF_BUILDER_DYNSYM, "_Znwm", 0, 0, FUNC, SHN_UNDEF);
	free_symbol = elf_builder_symbol(&b, ELF_BUILDER_DYNSYM, "free", 0, 0, FUNC, SHN_UNDEF);
	put_relocation(&relocations, base + 0x4008, 0, R_X86_64_IRELATIVE, base + 0x1100);
	put_relocation(&relocations, base + 0x4000, new_symbol, R_X86_64_JUMP_SLOT, 0);
	put_relocation(&dynamic, base + 0x3108, free_symbol, R_X86_64_GLOB_DAT, 0);
	index = elf_builder_section(&b, ".plt", SHT_PROGBITS, SHF_ALLOC, base + 0x2000, (uint8_t[48]){ 0 }, 48);
	b.sections[index].entry_size = 16;
	index = elf_builder_section(&b, ".plt.got", SHT_PROGBITS, SHF_ALLOC, base + 0x2100, jumps, sizeof(jumps));
	b.sections[index].entry_size = 8;
	index = elf_builder_section(&b, ".rela.plt", SHT_RELA, 0, 0, relocations.data, relocations.size);
	b.sections[index].link = index + 2; /* .dynsym is the next but one */
	index = elf_builder_section(&b, ".rela.dyn", SHT_RELA, 0, 0, dynamic.data, dynamic.size);
	b.sections[index].link = index + 1;
	buffer_fini(&relocations);
	buffer_fini(&dynamic);
	elf_builder_finish(&b);
}

TEST(plt_entries)
{
	build_plt(0x400000);
	load();
	CHECK_STR(at(0x2000), ".plt");
	CHECK_STR(at(0x2010), "_Znwm@plt");
	CHECK_STR(at(0x2020), "strlen@plt");
	CHECK_STR(at(0x2030), "none");
	CHECK_STR(at(0x2107), "offset_0x2100@plt"); /* its slot, 0x3100, has no relocation */
	CHECK_STR(at(0x2108), "free@plt");
	end();
}

/* A CIE with pcrel sdata4 pointers ("zR", 0x1b) and an FDE of 0x30 bytes at the address given. */
static unsigned add_frames(uint64_t section_address, uint64_t function)
{
	struct buffer f;
	unsigned index;

	buffer_init(&f);
	f.swap = b.out.swap;
	buffer_put_u32(&f, 12);
	buffer_put_u32(&f, 0);
	buffer_put_u8(&f, 1);
	buffer_put_string(&f, "zR");
	buffer_put_u8(&f, 1);
	buffer_put_u8(&f, 0x78);
	buffer_put_u8(&f, 16);
	buffer_put_u8(&f, 1);
	buffer_put_u8(&f, 0x1b);
	buffer_pad(&f, 4);
	buffer_set_u32(&f, 0, (uint32_t)f.size - 4);
	for (int i = 0; i < 2; i++) {
		size_t start = f.size;

		buffer_put_u32(&f, 13);
		buffer_put_u32(&f, (uint32_t)(start + 4));
		buffer_put_u32(&f, (uint32_t)(function + 0x100 * (uint64_t)(1 - i) - (section_address + start + 8)));
		buffer_put_u32(&f, 0x30);
		buffer_put_u8(&f, 0);
	}
	buffer_put_u32(&f, 0);
	index = elf_builder_section(&b, ".eh_frame", SHT_PROGBITS, SHF_ALLOC, section_address, f.data, f.size);
	buffer_fini(&f);
	return index;
}

/* The table that linkers put beside it: 0x14 bytes of .eh_frame are the CIE, each FDE takes 0x11. */
static void add_frames_table(uint64_t section_address, uint64_t frames_address, uint64_t function)
{
	struct buffer f;

	buffer_init(&f);
	f.swap = b.out.swap;
	buffer_append(&f, (const uint8_t[]){ 1, 0x1b, 0x03, 0x3b }, 4);
	buffer_put_u32(&f, (uint32_t)(frames_address - (section_address + 4)));
	buffer_put_u32(&f, 2);
	for (uint32_t i = 0; i < 2; i++) {
		buffer_put_u32(&f, (uint32_t)(function + 0x100 * (uint64_t)i - section_address));
		buffer_put_u32(&f, (uint32_t)(frames_address + 0x14 + 0x11 * (uint64_t)(1 - i) - section_address));
	}
	elf_builder_section(&b, ".eh_frame_hdr", SHT_PROGBITS, SHF_ALLOC, section_address, f.data, f.size);
	buffer_fini(&f);
}

static void check_bounds(bool is_64, bool big_endian, uint16_t machine, uint64_t base, bool has_table)
{
	struct elf_bounds bounds;
	struct elf_bound found;

	begin(is_64, big_endian, machine, base);
	add_frames(base + 0x2000, base + 0x1400);
	if (has_table)
		add_frames_table(base + 0x2100, base + 0x2000, base + 0x1400);
	elf_builder_finish(&b);
	load();
	CHECK_EQ_I64(elf_bounds_init(&bounds, &image), 0);
	CHECK_EQ_U64(bounds.index.n, 2);
	CHECK_EQ_I64(bounds.index.has_table, has_table);
	CHECK(!elf_bounds_find(&bounds, 0x13ff, &found));
	CHECK(elf_bounds_find(&bounds, 0x1400, &found));
	CHECK_EQ_U64(found.end, 0x1430);
	CHECK(elf_bounds_find(&bounds, 0x142f, &found));
	CHECK_EQ_U64(found.start, 0x1400);
	CHECK(!elf_bounds_find(&bounds, 0x1430, &found));
	CHECK(elf_bounds_find(&bounds, 0x1510, &found));
	CHECK_EQ_U64(found.start, 0x1500);
	elf_bounds_fini(&bounds);
	end();
}

TEST(bounds_of_eh_frame)
{
	for (int has_table = 0; has_table < 2; has_table++) {
		check_bounds(true, false, EM_X86_64, 0, has_table);
		check_bounds(true, false, EM_X86_64, 0x400000, has_table);
		check_bounds(false, true, EM_PPC, 0x10000000, has_table);
	}
}

/* A table that says other things than what it leads to. */
TEST(bounds_of_a_wrong_table)
{
	struct elf_bounds bounds;
	struct elf_bound found;

	begin(true, false, EM_X86_64, 0);
	add_frames(0x2000, 0x1400);
	add_frames_table(0x2100, 0x2001, 0x1400);
	elf_builder_finish(&b);
	load();
	CHECK_EQ_I64(elf_bounds_init(&bounds, &image), 0);
	for (uint64_t offset = 0x1300; offset < 0x1700; offset++)
		CHECK(!elf_bounds_find(&bounds, offset, &found));
	elf_bounds_fini(&bounds);
	end();
}

/* This program itself: each function is the same whether looked up in its table or read with all others. */
TEST(bounds_of_a_real_file)
{
	struct elf_bounds with, without;
	struct error err = ERROR_INIT;
	struct elf_image image_without;
	struct buffer program;
	uint8_t *data, *name;

	buffer_init(&program);
	CHECK_EQ_I64(fileio_read_file(AT_FDCWD, "/proc/self/exe", &program, 1u << 30), 0);
	CHECK_EQ_I64(elf_image_init(&image, program.data, program.size, &err), 0);
	CHECK_EQ_I64(elf_bounds_init(&with, &image), 0);
	CHECK(with.index.has_table);
	data = malloc(program.size);
	CHECK(data);
	memcpy(data, program.data, program.size);
	for (name = data; (name = memmem(name, (size_t)(data + program.size - name), ".eh_frame_hdr", 14)); name++)
		*name = '_';
	CHECK_EQ_I64(elf_image_init(&image_without, data, program.size, &err), 0);
	CHECK_EQ_I64(elf_bounds_init(&without, &image_without), 0);
	CHECK(without.index.items && without.index.n > 20);
	for (size_t i = 0; i < without.index.n; i++) {
		struct elf_bound found;

		CHECK(elf_bounds_find(&with, without.index.items[i].start, &found));
		CHECK_EQ_U64(found.start, without.index.items[i].start);
		CHECK_EQ_U64(found.end, without.index.items[i].end);
		CHECK(elf_bounds_find(&with, found.end - 1, &found));
	}
	elf_bounds_fini(&with);
	elf_bounds_fini(&without);
	elf_image_fini(&image);
	elf_image_fini(&image_without);
	free(data);
	buffer_fini(&program);
}

TEST(build_id_and_debuglink)
{
	static const uint8_t link[] = { 'a', '.', 'd', 0, 0x78, 0x56, 0x34, 0x12 };
	struct build_id id = { .size = 20, .data = { 1, 2, 3 } };
	struct build_id found;
	uint32_t crc = 0;

	begin(true, false, EM_X86_64, 0);
	elf_builder_build_id(&b, &id);
	elf_builder_section(&b, ".gnu_debuglink", SHT_PROGBITS, 0, 0, link, sizeof(link));
	elf_builder_finish(&b);
	load();
	CHECK_EQ_I64(build_id_find(&found, b.out.data, b.out.size), 0);
	CHECK_EQ_U64(found.size, 20);
	CHECK_BYTES(found.data, id.data, 20);
	CHECK_STR(elf_image_debuglink(&image, &crc), "a.d");
	CHECK_EQ_U64(crc, 0x12345678);
	end();
}

TEST(debugaltlink)
{
	static const uint8_t link[] = { '/', 'd', 0, 0xab, 0xcd, 0xef };
	struct build_id found;

	/* With an id of three bytes; without one; without the end of the name. */
	for (size_t size = sizeof(link); size; size--) {
		begin(true, false, EM_X86_64, 0);
		elf_builder_section(&b, ".gnu_debugaltlink", SHT_PROGBITS, 0, 0, link, size);
		elf_builder_finish(&b);
		load();
		CHECK(elf_image_debugaltlink(&image, &found) == (size > 3));
		CHECK_EQ_U64(found.size, size > 3 ? size - 3 : 0);
		CHECK_BYTES(found.data, link + 3, found.size);
		end();
	}
}

TEST(debugaltlink_with_too_long_an_id)
{
	uint8_t link[2 + BUILD_ID_SIZE_MAX + 1] = { 'd' };
	struct build_id found;

	begin(true, false, EM_X86_64, 0);
	elf_builder_section(&b, ".gnu_debugaltlink", SHT_PROGBITS, 0, 0, link, sizeof(link));
	elf_builder_finish(&b);
	load();
	CHECK(!elf_image_debugaltlink(&image, &found));
	end();
}

/* Everything a lookup does, on bytes of any kind. */
static void try_bytes(const uint8_t *data, size_t size)
{
	struct elf_bounds bounds;
	struct elf_bound found;
	struct build_id id;
	struct elf_image e;
	struct symtab t;
	uint32_t crc;

	if (elf_image_init(&e, data, size, NULL) != 0)
		return;
	symtab_init(&t, DEMANGLE_FULL);
	elf_symbols_add_symtab(&t, &e, &e, NULL);
	elf_symbols_add_dynsym(&t, &e, &e, NULL);
	elf_plt_add(&t, &e, NULL);
	for (uint64_t addr = 0x1000; addr < 0x2200; addr += 0x80) {
		const struct symbol *s = symtab_find(&t, addr);

		CHECK(!s || strlen(symtab_name(&t, s)) < size + 32);
	}
	if (elf_bounds_init(&bounds, &e) == 0) {
		elf_bounds_find(&bounds, 0x1400, &found);
		elf_bounds_fini(&bounds);
	}
	build_id_find(&id, data, size);
	elf_image_debuglink(&e, &crc);
	elf_image_debugaltlink(&e, &id);
	symtab_fini(&t);
	elf_image_fini(&e);
}

static void build_rich(void)
{
	struct build_id id = { .size = 20, .data = { 1, 2, 3 } };

	begin(true, false, EM_X86_64, 0);
	elf_builder_build_id(&b, &id);
	add_frames(0x2000, 0x1400);
	elf_builder_symbol(&b, ELF_BUILDER_SYMTAB, "_ZN3foo3barEi", 0x1100, 0x20, FUNC, 1);
	elf_builder_symbol(&b, ELF_BUILDER_SYMTAB, "_ZN3foo3bazEi", 0x1100, 0x20, FUNC, 1);
	elf_builder_symbol(&b, ELF_BUILDER_DYNSYM, "exported", 0x1200, 0, FUNC, 1);
	elf_builder_finish(&b);
}

/* The copy is exactly as large as the file, so that a sanitizer sees a read past its end. */
static void try_copy(size_t size, size_t at_byte, uint8_t value, unsigned n)
{
	uint8_t *copy = malloc(size ? size : 1);

	memcpy(copy, b.out.data, size);
	for (unsigned i = 0; i < n && at_byte + i < size; i++)
		copy[at_byte + i] = value;
	try_bytes(copy, size);
	free(copy);
}

TEST(every_truncation)
{
	for (int which = 0; which < 2; which++) {
		which ? build_plt(0) : build_rich();
		for (size_t size = 0; size < b.out.size; size += size < 0x100 || size + 0xa00 > b.out.size ? 1 : 61)
			try_copy(size, 0, 0, 0);
		elf_builder_fini(&b);
	}
}

TEST(every_damaged_byte)
{
	static const uint8_t values[] = { 0, 1, 0x7f, 0x80, 0xff };

	for (int which = 0; which < 2; which++) {
		which ? build_plt(0) : build_rich();
		for (size_t i = 0; i < b.out.size; i++) {
			if (i > 0x100 && i < 0x2000)
				continue; /* .text */
			for (size_t v = 0; v < ARRAY_SIZE(values); v++) {
				try_copy(b.out.size, i, values[v], 1);
				try_copy(b.out.size, i, values[v], 8);
			}
		}
		elf_builder_fini(&b);
	}
}

TEST(random_damage)
{
	uint64_t seed = 12345;

	for (int round = 0; round < 4000; round++) {
		uint8_t *copy;

		round & 1 ? build_plt(0) : build_rich();
		copy = malloc(b.out.size);
		memcpy(copy, b.out.data, b.out.size);
		for (int i = 0; i < 12; i++) {
			seed = seed * 6364136223846793005ull + 1442695040888963407ull;
			copy[(seed >> 33) % b.out.size] = (uint8_t)(seed >> 20);
			seed = seed * 6364136223846793005ull + 1442695040888963407ull;
			copy[b.out.size - 1 - (seed >> 33) % 0x800] = (uint8_t)(seed >> 20);
		}
		try_bytes(copy, b.out.size);
		free(copy);
		elf_builder_fini(&b);
	}
}
