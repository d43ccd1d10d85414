/*
 * elf_builder: ELF files for tests, written readably.
 *
 *	struct elf_builder b;
 *	elf_builder_init(&b, true, false, ET_DYN, EM_X86_64);
 *	text = elf_builder_section(&b, ".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, 0x1000, code, sizeof(code));
 *	elf_builder_symbol(&b, ELF_BUILDER_SYMTAB, "main", 0x1000, 16, ELF64_ST_INFO(STB_GLOBAL, STT_FUNC), text);
 *	elf_builder_load(&b, 0x1000, 0x401000, 0x100);
 *	elf_builder_finish(&b);                           b.out.data, b.out.size: the file
 *
 * Sections of SHF_ALLOC are placed at the file offset equal to their address less elf_builder.base.
 */
#ifndef PREC_TESTS_SUPPORT_ELF_BUILDER_H
#define PREC_TESTS_SUPPORT_ELF_BUILDER_H

#include "common/buffer.h"
#include "formats/record/abi.h"

#include <elf.h>

#define ELF_BUILDER_MAX_SECTIONS 24
#define ELF_BUILDER_MAX_SEGMENTS 4

enum elf_builder_table {
	ELF_BUILDER_SYMTAB,
	ELF_BUILDER_DYNSYM,
};

struct elf_builder_section {
	uint32_t name;
	uint32_t type;
	uint64_t flags, address, offset, size, align, entry_size;
	uint32_t link;
	struct buffer bytes;
};

struct elf_builder_segment {
	uint64_t offset, address, size;
};

struct elf_builder {
	bool is_64, big_endian;
	uint16_t type, machine;
	uint64_t base; /* address of offset 0 */
	struct elf_builder_section sections[ELF_BUILDER_MAX_SECTIONS];
	unsigned n_sections;
	struct elf_builder_segment segments[ELF_BUILDER_MAX_SEGMENTS];
	unsigned n_segments;
	struct buffer names;
	struct buffer symbols[2], strings[2]; /* by enum elf_builder_table */
	struct buffer out;
};

void elf_builder_init(struct elf_builder *b, bool is_64, bool big_endian, uint16_t type, uint16_t machine);
void elf_builder_fini(struct elf_builder *b);

/* Adds a section and returns its index. bytes NULL with a size: NOBITS. */
unsigned elf_builder_section(struct elf_builder *b, const char *name, uint32_t type, uint64_t flags, uint64_t address,
			     const void *bytes, uint64_t size);

/* Adds a symbol and returns its index in its table. */
unsigned elf_builder_symbol(struct elf_builder *b, enum elf_builder_table table, const char *name, uint64_t value,
			    uint64_t size, unsigned info, unsigned section);

void elf_builder_build_id(struct elf_builder *b, const struct build_id *id);

/* A PT_LOAD segment. */
void elf_builder_load(struct elf_builder *b, uint64_t offset, uint64_t address, uint64_t size);

/* Appends a word of the file's address size to a buffer in its byte order. */
void elf_builder_word(const struct elf_builder *b, struct buffer *to, uint64_t v);

/* Writes the file into b->out. */
void elf_builder_finish(struct elf_builder *b);

#endif
