/* cfi, cfi_section, cfi_index, cfi_program, elf_unpacked: rows of made and real files, of both sections, and damage. */
#include "common/fileio.h"
#include "common/workers.h"
#include "report/elf/cfi.h"
#include "report/elf/elf_unpacked.h"
#include "tests/support/cfi_builder.h"
#include "tests/support/elf_builder.h"
#include "tests/support/test.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <zstd.h>

#define TEXT  0x1000
#define FRAME 0x2000
#define TABLE 0x2800

/* x86_64: CFA rsp + 8, rip at CFA - 8 */

/* push rbp; mov rsp, rbp; push rbx; ... pop; pop; ret */
static const uint8_t x86_push[] = {
	0x40 | 1,              /* +1 */
	0x0e,     16,          /* CFA rsp + 16 */
	0x80 | 6, 2,           /* rbp at CFA - 16 */
	0x40 | 3,              /* +4 */
	0x0d,     6,           /* CFA rbp + 16 */
	0x02,     1,           /* advance_loc1: +5 */
	0x83,     3,           /* rbx at CFA - 24 */
	0x0a,                  /* remember */
	0x03,     26, 0,       /* advance_loc2: +31 */
	0xc3,                  /* rbx as in the CIE */
	0x0c,     7,  8,       /* CFA rsp + 8 */
	0x04,     1,  0, 0, 0, /* advance_loc4: +32 */
	0x0b,                  /* restore */
};

static struct elf_builder elf;
static struct elf_image image;
static struct cfi cfi;
static atomic_size_t memory;

static void image_begin(uint16_t machine, bool big_endian)
{
	elf_builder_init(&elf, true, big_endian, ET_DYN, machine);
	elf_builder_load(&elf, 0, 0, 0x4000);
	elf_builder_section(&elf, ".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, TEXT, (uint8_t[0x800]){ 0 }, 0x800);
}

static void image_load(void)
{
	elf_builder_finish(&elf);
	CHECK_EQ_I64(elf_image_init(&image, elf.out.data, elf.out.size, NULL), 0);
	CHECK_EQ_I64(cfi_init(&cfi, &image, NULL, &memory), 0);
}

static void image_end(void)
{
	cfi_fini(&cfi);
	elf_image_fini(&image);
	elf_builder_fini(&elf);
}

static void add_frames(const struct cfi_builder *b, bool has_table)
{
	struct buffer table;

	elf_builder_section(&elf, b->is_debug ? ".debug_frame" : ".eh_frame", SHT_PROGBITS, b->is_debug ? 0 : SHF_ALLOC,
			    b->address, b->out.data, b->out.size);
	if (!has_table)
		return;
	buffer_init(&table);
	cfi_builder_table(b, TABLE, &table);
	elf_builder_section(&elf, ".eh_frame_hdr", SHT_PROGBITS, SHF_ALLOC, TABLE, table.data, table.size);
	buffer_fini(&table);
}

static void build_x86(struct cfi_builder *b, bool is_debug, uint8_t version, const char *augmentation)
{
	struct cfi_builder_cie cie = cfi_builder_x86_64;

	cfi_builder_init(b, is_debug ? 0 : FRAME, is_debug, false);
	cie.version = version;
	cie.augmentation = augmentation;
	cfi_builder_cie(b, &cie);
	cfi_builder_fde(b, TEXT, 0x40, x86_push, sizeof(x86_push));
	cfi_builder_fde(b, TEXT + 0x100, 0x10, NULL, 0);
	if (!is_debug)
		cfi_builder_end(b);
}

static const struct cfi_function *function_at(uint64_t address)
{
	const struct cfi_function *f = NULL;

	CHECK_EQ_I64(cfi_find(&cfi, address, &f), CFI_FOUND);
	CHECK(address >= f->start && address < f->end);
	return f;
}

/* The rule of a register at an address; CFI_SAME where it has none. */
static struct cfi_rule rule_at(uint64_t address, unsigned reg)
{
	const struct cfi_function *f = function_at(address);
	const struct cfi_row *row = cfi_function_row(f, address);

	for (unsigned i = 0; i < row->n_rules; i++)
		if (f->rules[row->rules + i].reg == reg)
			return f->rules[row->rules + i];
	return (struct cfi_rule){ .reg = (uint8_t)reg };
}

static void check_cfa(uint64_t address, unsigned reg, int offset)
{
	const struct cfi_row *row = cfi_function_row(function_at(address), address);

	CHECK(!row->has_expression);
	CHECK_EQ_U64(row->cfa_source, reg);
	CHECK_EQ_I64(row->cfa_offset, offset);
}

static void check_saved(uint64_t address, unsigned reg, int offset)
{
	struct cfi_rule rule = rule_at(address, reg);

	CHECK_EQ_I64(rule.kind, CFI_OFFSET);
	CHECK_EQ_I64(rule.offset, offset);
}

static void check_x86(void)
{
	check_cfa(TEXT, 7, 8);
	check_saved(TEXT, 16, -8);
	CHECK_EQ_I64(rule_at(TEXT, 6).kind, CFI_SAME);
	check_cfa(TEXT + 1, 7, 16);
	check_saved(TEXT + 1, 6, -16);
	check_cfa(TEXT + 4, 6, 16);
	CHECK_EQ_I64(rule_at(TEXT + 4, 3).kind, CFI_SAME);
	check_cfa(TEXT + 5, 6, 16);
	check_saved(TEXT + 30, 3, -24);
	check_saved(TEXT + 30, 6, -16);
	check_cfa(TEXT + 31, 7, 8);
	CHECK_EQ_I64(rule_at(TEXT + 31, 3).kind, CFI_SAME);
	check_cfa(TEXT + 32, 6, 16);
	check_saved(TEXT + 63, 3, -24);
	check_cfa(TEXT + 0x100, 7, 8);
	CHECK_EQ_U64(function_at(TEXT + 0x10f)->n_rows, 1);
}

static void check_nothing_outside(void)
{
	static const uint64_t outside[] = { 0, TEXT - 1, TEXT + 0x40, TEXT + 0xff, TEXT + 0x110, UINT64_MAX };
	const struct cfi_function *f;

	for (size_t i = 0; i < ARRAY_SIZE(outside); i++)
		CHECK_EQ_I64(cfi_find(&cfi, outside[i], &f), CFI_NONE);
}

TEST(rows_of_eh_frame)
{
	static const char *const augmentations[] = { "", "zR", "zPLR", "zRS" };

	for (size_t i = 0; i < ARRAY_SIZE(augmentations); i++) {
		for (int has_table = 0; has_table < 2; has_table++) {
			struct cfi_builder b;

			build_x86(&b, false, i % 2 ? 1 : 3, augmentations[i]);
			image_begin(EM_X86_64, false);
			add_frames(&b, has_table);
			image_load();
			CHECK_EQ_I64(cfi.eh.index.has_table, has_table);
			check_x86();
			check_nothing_outside();
			CHECK_EQ_I64(function_at(TEXT)->is_signal, i == 3);
			image_end();
			cfi_builder_fini(&b);
		}
	}
}

TEST(rows_of_debug_frame)
{
	static const uint8_t versions[] = { 1, 3, 4 };

	for (size_t i = 0; i < ARRAY_SIZE(versions); i++) {
		struct cfi_builder b;

		build_x86(&b, true, versions[i], "");
		image_begin(EM_X86_64, false);
		add_frames(&b, false);
		image_load();
		check_x86();
		check_nothing_outside();
		image_end();
		cfi_builder_fini(&b);
	}
}

/* An address as the CIE has them: DW_CFA_set_loc. */
static void put_location(struct buffer *program, const struct cfi_builder *b, uint64_t address)
{
	/* What stands before the program: two sizes, the start and the size of the function, that of nothing. */
	uint64_t place = b->address + b->out.size + 17 + program->size + 1;

	buffer_put_u8(program, 0x01);
	if (b->relative)
		buffer_put_u32(program, (uint32_t)(address - place));
	else
		buffer_put_u64(program, address);
}

TEST(rows_that_begin_at_addresses)
{
	for (int is_debug = 0; is_debug < 2; is_debug++) {
		struct cfi_builder_cie cie = cfi_builder_x86_64;
		struct buffer program;
		struct cfi_builder b;

		cfi_builder_init(&b, is_debug ? 0 : FRAME, is_debug, false);
		if (is_debug)
			cie.augmentation = "";
		cfi_builder_cie(&b, &cie);
		buffer_init(&program);
		program.swap = b.out.swap;
		put_location(&program, &b, TEXT + 4);
		buffer_append(&program, (const uint8_t[]){ 0x0e, 16 }, 2);
		put_location(&program, &b, TEXT + 0x20);
		buffer_append(&program, (const uint8_t[]){ 0x0e, 24 }, 2);
		cfi_builder_fde(&b, TEXT, 0x40, program.data, program.size);
		if (!is_debug)
			cfi_builder_end(&b);
		image_begin(EM_X86_64, false);
		add_frames(&b, !is_debug);
		image_load();
		check_cfa(TEXT + 3, 7, 8);
		check_cfa(TEXT + 4, 7, 16);
		check_cfa(TEXT + 0x1f, 7, 16);
		check_cfa(TEXT + 0x20, 7, 24);
		check_cfa(TEXT + 0x3f, 7, 24);
		image_end();
		buffer_fini(&program);
		cfi_builder_fini(&b);
	}
}

/* zlib's stored form: a header, one block, the Adler-32 of its bytes. */
static void put_zlib(struct buffer *to, const struct buffer *bytes)
{
	uint32_t a = 1, b = 0, sum;

	for (size_t i = 0; i < bytes->size; i++) {
		a = (a + bytes->data[i]) % 65521;
		b = (b + a) % 65521;
	}
	sum = htobe32(b << 16 | a);
	to->swap = order_is_swapped(false);
	buffer_append(to, (const uint8_t[]){ 0x78, 0x01, 0x01 }, 3);
	buffer_put_u16(to, (uint16_t)bytes->size);
	buffer_put_u16(to, (uint16_t)~bytes->size);
	buffer_append(to, bytes->data, bytes->size);
	buffer_append(to, &sum, sizeof(sum));
}

static void put_zstd(struct buffer *to, const struct buffer *bytes)
{
	size_t most = ZSTD_compressBound(bytes->size);

	to->size += ZSTD_compress(buffer_reserve(to, most), most, bytes->data, bytes->size, 1);
}

enum packing { PACKED_GNU, PACKED_ZLIB, PACKED_ZSTD, PACKINGS };

static void put_packed(struct buffer *to, const struct buffer *bytes, enum packing packing, uint64_t size)
{
	buffer_init(to);
	to->swap = order_is_swapped(packing == PACKED_GNU); /* the files are little-endian */
	if (packing == PACKED_GNU) {
		buffer_append(to, "ZLIB", 4);
		buffer_put_u64(to, size);
	} else {
		buffer_put_u32(to, packing == PACKED_ZSTD ? ELF_PACKED_ZSTD : ELFCOMPRESS_ZLIB);
		buffer_put_u32(to, 0);
		buffer_put_u64(to, size);
		buffer_put_u64(to, 1);
	}
	(packing == PACKED_ZSTD ? put_zstd : put_zlib)(to, bytes);
}

static void add_packed(struct elf_builder *to, enum packing packing, const struct buffer *packed)
{
	bool gnu = packing == PACKED_GNU;

	elf_builder_section(to, gnu ? ".zdebug_frame" : ".debug_frame", SHT_PROGBITS, gnu ? 0 : SHF_COMPRESSED, 0,
			    packed->data, packed->size);
}

/* The file with the debug information alone has it, compressed in each way. */
TEST(rows_of_a_compressed_section_of_another_file)
{
	for (enum packing packing = 0; packing < PACKINGS; packing++) {
		struct elf_builder other;
		struct elf_image debug;
		struct buffer packed;
		struct cfi_builder b;

		build_x86(&b, true, 4, "");
		put_packed(&packed, &b.out, packing, b.out.size);
		elf_builder_init(&other, true, false, ET_DYN, EM_X86_64);
		add_packed(&other, packing, &packed);
		elf_builder_finish(&other);
		CHECK_EQ_I64(elf_image_init(&debug, other.out.data, other.out.size, NULL), 0);
		image_begin(EM_X86_64, false);
		elf_builder_finish(&elf);
		CHECK_EQ_I64(elf_image_init(&image, elf.out.data, elf.out.size, NULL), 0);
		CHECK_EQ_I64(cfi_init(&cfi, &image, &debug, &memory), 0);
		check_x86();
		image_end();
		elf_image_fini(&debug);
		elf_builder_fini(&other);
		buffer_fini(&packed);
		cfi_builder_fini(&b);
	}
}

/* What says to be larger than anything or than it is, and what is cut or damaged, is no section. zstd has no checksum
 * here: its magic number is another. */
TEST(compressed_section_that_is_damaged)
{
	struct cfi_builder b;

	build_x86(&b, true, 4, "");
	for (int how = 0; how < 4 * PACKINGS; how++) {
		const uint64_t sizes[] = { 1ull << 40, b.out.size + 1, b.out.size, b.out.size };
		enum packing packing = how / 4;
		struct buffer packed;

		put_packed(&packed, &b.out, packing, sizes[how % 4]);
		if (how % 4 == 2)
			packed.data[packing == PACKED_ZSTD ? 24 : packed.size / 2] ^= 1;
		if (how % 4 == 3)
			packed.size = 20;
		image_begin(EM_X86_64, false);
		add_packed(&elf, packing, &packed);
		image_load();
		CHECK(!cfi_has_any(&cfi));
		image_end();
		buffer_fini(&packed);
	}
	cfi_builder_fini(&b);
}

/* arm64, of either byte order: frame records, a leaf, code units of four bytes, signed return addresses. */
TEST(rows_of_arm64)
{
	static const uint8_t program[] = {
		0x2d,            /* the return address is signed from here on */
		0x40 | 1,        /* +4 */
		0x0e,     32,    /* CFA sp + 32 */
		0x9d,     4,     /* x29 at CFA - 32 */
		0x9e,     3,     /* x30 at CFA - 24 */
		0x05,     72, 2, /* d8: no general register */
		0x40 | 1,        /* +8 */
		0x0d,     29,    /* CFA x29 + 32 */
	};

	for (int big_endian = 0; big_endian < 2; big_endian++) {
		struct cfi_builder_cie cie = cfi_builder_arm64;
		struct cfi_builder b;

		cfi_builder_init(&b, FRAME, false, big_endian);
		cie.augmentation = "zRB";
		cfi_builder_cie(&b, &cie);
		cfi_builder_fde(&b, TEXT, 0x40, program, sizeof(program));
		image_begin(EM_AARCH64, big_endian);
		add_frames(&b, true);
		image_load();
		check_cfa(TEXT, 31, 0);
		CHECK_EQ_I64(rule_at(TEXT, 30).kind, CFI_SAME);
		check_cfa(TEXT + 4, 31, 32);
		check_saved(TEXT + 4, 29, -32);
		check_saved(TEXT + 4, 30, -24);
		CHECK_EQ_U64(cfi_function_row(function_at(TEXT), TEXT + 4)->n_rules, 2);
		check_cfa(TEXT + 8, 29, 32);
		image_end();
		cfi_builder_fini(&b);
	}
}

static enum cfi_found found_with(const uint8_t *program, size_t size)
{
	const struct cfi_function *f;
	enum cfi_found found;
	struct cfi_builder b;

	cfi_builder_init(&b, FRAME, false, false);
	cfi_builder_cie(&b, &cfi_builder_x86_64);
	cfi_builder_fde(&b, TEXT, 0x40, program, size);
	image_begin(EM_X86_64, false);
	add_frames(&b, true);
	image_load();
	found = cfi_find(&cfi, TEXT + 0x20, &f);
	cfi_builder_fini(&b);
	return found;
}

TEST(every_kind_of_rule)
{
	static const uint8_t program[] = {
		0x11, 3,  0x7e,          /* offset_extended_sf: rbx at CFA + 16 */
		0x14, 12, 2,             /* val_offset: r12 is CFA - 16 */
		0x15, 13, 0x7f,          /* val_offset_sf: r13 is CFA + 8 */
		0x09, 14, 0,             /* register: r14 is in rax */
		0x07, 15,                /* undefined: r15 */
		0x08, 6,                 /* same value: rbp */
		0x10, 1,  2,    0x77, 8, /* expression: rdx where rsp + 8 points */
		0x16, 2,  1,    0x31,    /* val_expression: rcx is 1 */
		0x2f, 8,  3,             /* negative offset: r8 at CFA + 24 */
		0x2e, 16,                /* args_size */
		0x0f, 2,  0x76, 0x10,    /* CFA: rbp + 16 */
	};
	const struct cfi_row *row;

	CHECK_EQ_I64(found_with(program, sizeof(program)), CFI_FOUND);
	check_saved(TEXT, 3, 16);
	CHECK_EQ_I64(rule_at(TEXT, 12).kind, CFI_VALUE_OFFSET);
	CHECK_EQ_I64(rule_at(TEXT, 12).offset, -16);
	CHECK_EQ_I64(rule_at(TEXT, 13).offset, 8);
	CHECK_EQ_I64(rule_at(TEXT, 14).kind, CFI_REGISTER);
	CHECK_EQ_I64(rule_at(TEXT, 14).offset, 0);
	CHECK_EQ_I64(rule_at(TEXT, 15).kind, CFI_UNDEFINED);
	CHECK_EQ_I64(rule_at(TEXT, 6).kind, CFI_SAME);
	CHECK_EQ_I64(rule_at(TEXT, 1).kind, CFI_EXPRESSION);
	CHECK_EQ_U64(rule_at(TEXT, 1).size, 2);
	CHECK_EQ_U64(cfi.eh.index.section.bytes.start[rule_at(TEXT, 1).offset], 0x77);
	CHECK_EQ_I64(rule_at(TEXT, 2).kind, CFI_VALUE_EXPRESSION);
	check_saved(TEXT, 8, 24);
	row = cfi_function_row(function_at(TEXT), TEXT);
	CHECK(row->has_expression);
	CHECK_EQ_U64(row->cfa_source, 2);
	image_end();
}

/* Rows that have the same rules share them. */
TEST(rules_are_shared)
{
	const struct cfi_function *f;
	struct cfi_builder b;

	build_x86(&b, false, 1, "zR");
	image_begin(EM_X86_64, false);
	add_frames(&b, true);
	image_load();
	f = function_at(TEXT);
	CHECK_EQ_U64(f->n_rows, 6);
	CHECK_EQ_U64(f->rows[1].rules, f->rows[2].rules);
	CHECK(f->rows[2].rules != f->rows[3].rules);
	image_end();
	cfi_builder_fini(&b);
}

TEST(programs_that_are_refused)
{
	static const struct {
		const char *what;
		uint8_t bytes[8];
		size_t size;
	} bad[] = {
		{ "an unknown instruction", { 0x3c }, 1 },
		{ "restore without remember", { 0x0b }, 1 },
		{ "an offset of an expression", { 0x0f, 1, 0x77, 0x0e, 8 }, 5 },
		{ "a CFA by a vector register", { 0x0c, 40, 8 }, 3 },
		{ "an offset of more than 31 bits", { 0x0c, 7, 0xff, 0xff, 0xff, 0xff, 0x7f }, 7 },
		{ "an expression longer than its entry", { 0x0f, 0x70, 0x77 }, 3 },
		{ "a step back", { 0x44, 0x01, 0x00, 0xef, 0xff, 0xff }, 6 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		if (found_with(bad[i].bytes, bad[i].size) != CFI_BAD)
			test_fail(__FILE__, __LINE__, "%s is taken", bad[i].what);
		image_end();
	}
}

TEST(limits)
{
	static uint8_t program[3 * CFI_MAX_ROWS];
	struct cfi_function *f = NULL;
	struct cfi_section section;
	struct cfi_cie cie;
	struct cfi_fde fde = { .start = TEXT, .size = UINT32_MAX };

	memset(program, 0x0a, CFI_MAX_REMEMBERED + 1);
	CHECK_EQ_I64(found_with(program, CFI_MAX_REMEMBERED), CFI_FOUND);
	image_end();
	CHECK_EQ_I64(found_with(program, CFI_MAX_REMEMBERED + 1), CFI_BAD);
	image_end();
	for (size_t i = 0; i < CFI_MAX_ROWS; i++)
		memcpy(program + 3 * i, (const uint8_t[]){ 0x41, 0x0e, (uint8_t)(i & 0x7f) }, 3);
	section = (struct cfi_section){ .bytes = cursor_make(program, sizeof(program), false), .is_64 = true };
	cie = (struct cfi_cie){ .understood = true,
				.code_align = 1,
				.data_align = -8,
				.return_register = 16,
				.program = cursor_make(cfi_builder_x86_64.program, cfi_builder_x86_64.size, false) };
	fde.program = cursor_make(program, 3 * (CFI_MAX_ROWS - 1), false);
	CHECK_EQ_I64(cfi_function_make(&f, &section, &cie, &fde), 0);
	CHECK_EQ_U64(f->n_rows, CFI_MAX_ROWS);
	free(f);
	fde.program = cursor_make(program, 3 * CFI_MAX_ROWS, false);
	CHECK_EQ_I64(cfi_function_make(&f, &section, &cie, &fde), -E2BIG);
	cie.return_register = CFI_REGISTERS;
	CHECK_EQ_I64(cfi_function_make(&f, &section, &cie, &fde), -ENOTSUP);
}

/* Files of other machines and of 32 bits have none. */
TEST(other_machines)
{
	struct cfi_builder b;

	build_x86(&b, false, 1, "zR");
	image_begin(EM_RISCV, false);
	add_frames(&b, true);
	image_load();
	CHECK(!cfi_has_any(&cfi));
	image_end();
	cfi_builder_fini(&b);
}

TEST(plts)
{
	const struct cfi_function *f;

	image_begin(EM_X86_64, false);
	elf_builder_section(&elf, ".plt", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, 0x1800, (uint8_t[0x40]){ 0 }, 0x40);
	elf_builder_section(&elf, ".plt.sec", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, 0x1840, (uint8_t[0x40]){ 0 },
			    0x40);
	image_load();
	CHECK_EQ_I64(cfi_find(&cfi, 0x1800, &f), CFI_FOUND_PLT);
	CHECK_EQ_I64(cfi_find(&cfi, 0x187f, &f), CFI_FOUND_PLT);
	CHECK_EQ_I64(cfi_find(&cfi, 0x1880, &f), CFI_NONE);
	CHECK_EQ_I64(cfi_find(&cfi, TEXT, &f), CFI_NONE);
	image_end();
}

static void ask_for_all(void)
{
	const struct cfi_function *f;

	for (uint64_t address = TEXT - 8; address < TEXT + 0x120; address++) {
		if (cfi_find(&cfi, address, &f) != CFI_FOUND)
			continue;
		CHECK(cfi_function_row(f, address) < f->rows + f->n_rows);
		for (uint32_t i = 0; i < f->n_rows; i++)
			CHECK(f->rows[i].n_rules <= CFI_REGISTERS);
	}
}

static void try_bytes(const uint8_t *data, size_t size)
{
	uint8_t *copy = malloc(size + 1);

	memcpy(copy, data, size);
	if (elf_image_init(&image, copy, size, NULL) == 0) {
		CHECK_EQ_I64(cfi_init(&cfi, &image, NULL, &memory), 0);
		ask_for_all();
		cfi_fini(&cfi);
		elf_image_fini(&image);
	}
	free(copy);
}

/* The bytes of a section within the file. */
static const struct elf_section *section_of(const char *name)
{
	const struct elf_section *section;

	CHECK_EQ_I64(elf_image_init(&image, elf.out.data, elf.out.size, NULL), 0);
	section = elf_image_section(&image, name);
	CHECK(section);
	return section;
}

static void damage_section(const char *name)
{
	const struct elf_section section = *section_of(name);

	elf_image_fini(&image);
	for (uint64_t at = section.offset; at < section.offset + section.size; at++) {
		static const uint8_t values[] = { 0x00, 0x01, 0x0f, 0x40, 0x7f, 0x80, 0xc0, 0xff };
		uint8_t was = elf.out.data[at];

		for (size_t i = 0; i < ARRAY_SIZE(values); i++) {
			elf.out.data[at] = values[i];
			try_bytes(elf.out.data, elf.out.size);
		}
		elf.out.data[at] = was;
	}
}

TEST(every_damaged_byte)
{
	struct cfi_builder b;

	build_x86(&b, false, 1, "zPLR");
	image_begin(EM_X86_64, false);
	add_frames(&b, true);
	elf_builder_finish(&elf);
	damage_section(".eh_frame");
	damage_section(".eh_frame_hdr");
	elf_builder_fini(&elf);
	cfi_builder_fini(&b);
	build_x86(&b, true, 4, "");
	image_begin(EM_X86_64, false);
	add_frames(&b, false);
	elf_builder_finish(&elf);
	damage_section(".debug_frame");
	elf_builder_fini(&elf);
	cfi_builder_fini(&b);
}

/* A section cut at every byte: what was before the cut is there. */
TEST(every_truncation)
{
	for (int is_debug = 0; is_debug < 2; is_debug++) {
		struct cfi_builder b;
		size_t size;

		build_x86(&b, is_debug, 3, is_debug ? "" : "zPLR");
		size = b.out.size;
		for (b.out.size = 0; b.out.size <= size; b.out.size++) {
			const struct cfi_function *f;

			image_begin(EM_X86_64, false);
			add_frames(&b, false);
			image_load();
			ask_for_all();
			if (b.out.size >= b.fdes[1].place - b.address)
				CHECK_EQ_I64(cfi_find(&cfi, TEXT, &f), CFI_FOUND);
			image_end();
		}
		b.out.size = size;
		cfi_builder_fini(&b);
	}
}

static void check_same_function(const struct cfi_function *a, const struct cfi_function *b)
{
	CHECK_EQ_U64(a->start, b->start);
	CHECK_EQ_U64(a->end, b->end);
	CHECK_EQ_U64(a->n_rows, b->n_rows);
	CHECK_BYTES(a->rows, b->rows, a->n_rows * sizeof(*a->rows));
}

/* This program: each function is decoded, and the same whether its linker's table is used or not. */
TEST(a_real_file)
{
	struct elf_image image_without;
	struct buffer program;
	struct cfi without;
	uint8_t *data, *name;

	buffer_init(&program);
	CHECK_EQ_I64(fileio_read_file(AT_FDCWD, "/proc/self/exe", &program, 1u << 30), 0);
	CHECK_EQ_I64(elf_image_init(&image, program.data, program.size, NULL), 0);
	if (image.machine != EM_X86_64 && image.machine != EM_AARCH64)
		test_skip("stacks of this machine are not unwound");
	data = malloc(program.size);
	CHECK(data);
	memcpy(data, program.data, program.size);
	for (name = data; (name = memmem(name, (size_t)(data + program.size - name), ".eh_frame_hdr", 14)); name++)
		*name = '_';
	CHECK_EQ_I64(elf_image_init(&image_without, data, program.size, NULL), 0);
	CHECK_EQ_I64(cfi_init(&cfi, &image, NULL, &memory), 0);
	CHECK_EQ_I64(cfi_init(&without, &image_without, NULL, &memory), 0);
	CHECK(cfi.eh.index.has_table && !without.eh.index.has_table && without.eh.index.n > 20);
	for (size_t i = 0; i < without.eh.index.n; i++) {
		const struct cfi_function *f;

		CHECK_EQ_I64(cfi_find(&without, without.eh.index.items[i].end - 1, &f), CFI_FOUND);
		check_same_function(function_at(without.eh.index.items[i].end - 1), f);
	}
	cfi_fini(&cfi);
	cfi_fini(&without);
	elf_image_fini(&image);
	elf_image_fini(&image_without);
	free(data);
	buffer_fini(&program);
}

static const struct cfi_function *seen_by[8][2];

static void ask_in_worker(void *context, unsigned worker)
{
	(void)context;
	cfi_find(&cfi, TEXT + 1, &seen_by[worker][0]);
	cfi_find(&cfi, TEXT + 0x101, &seen_by[worker][1]);
}

/* Several threads get the same function, and it is counted once. */
TEST(threads)
{
	struct cfi_builder b;

	build_x86(&b, false, 1, "zR");
	for (int round = 0; round < 50; round++) {
		memory = 0;
		image_begin(EM_X86_64, false);
		add_frames(&b, round % 2);
		image_load();
		workers_run(8, ask_in_worker, NULL);
		for (unsigned i = 0; i < 8; i++) {
			CHECK(seen_by[i][0] && seen_by[i][0] == seen_by[0][0]);
			CHECK(seen_by[i][1] && seen_by[i][1] == seen_by[0][1]);
		}
		CHECK_EQ_U64(memory, seen_by[0][0]->size + seen_by[0][1]->size);
		image_end();
	}
	cfi_builder_fini(&b);
}

/* No more is kept than may be. */
TEST(memory_is_bounded)
{
	const struct cfi_function *f;
	struct cfi_builder b;

	build_x86(&b, false, 1, "zR");
	image_begin(EM_X86_64, false);
	add_frames(&b, true);
	image_load();
	memory = CFI_MAX_MEMORY;
	CHECK_EQ_I64(cfi_find(&cfi, TEXT, &f), CFI_FOUND);
	CHECK_EQ_I64(cfi_find(&cfi, TEXT + 0x100, &f), CFI_NO_MEMORY);
	memory = 0;
	CHECK_EQ_I64(cfi_find(&cfi, TEXT + 0x100, &f), CFI_FOUND);
	image_end();
	cfi_builder_fini(&b);
}
