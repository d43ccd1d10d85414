/*
 * elf_image: reads an ELF file in memory, of 32 or 64 bits and either byte order, and checks every offset and size.
 *
 * The bytes are not trusted. Damaged parts count as missing: a section outside the file has no bytes, a name outside
 * its table is "". Layout: the System V ABI, chapters 4 and 5 (elf(5)).
 *
 * Ownership: _init/_fini; the bytes are borrowed (a mapping, a decompressed buffer, the vdso). Constant after _init;
 * any thread.
 */
#ifndef PREC_FORMATS_ELF_ELF_IMAGE_H
#define PREC_FORMATS_ELF_ELF_IMAGE_H

#include "common/error.h"
#include "formats/elf/elf_header.h"
#include "formats/record/abi.h"

/* Files built with -ffunction-sections have tens of thousands. */
#define ELF_IMAGE_MAX_SECTIONS (1u << 20)

/* Further segments are ignored. Linkers make about ten; every lookup of an address goes through all of them. */
#define ELF_IMAGE_MAX_SEGMENTS 256u

/* Bytes; longer names of sections count as "". */
#define ELF_IMAGE_MAX_NAME 256u

struct elf_image {
	const uint8_t *data;
	size_t size;
	bool is_64;
	bool swap;
	uint16_t type;    /* ET_* */
	uint16_t machine; /* EM_* */
	uint64_t entry;   /* as in struct elf_header */
	struct elf_section *sections;
	uint32_t n_sections;
	uint32_t names_section;
	struct elf_segment *segments;
	uint32_t n_segments;
};

/* A symbol of .symtab or .dynsym; the members are those of elf(5). */
struct elf_symbol {
	uint64_t value;
	uint64_t size;
	uint32_t name;
	uint16_t section;
	uint8_t info;
	uint8_t other;
};

/* Reads the headers of a file. 0; -EBADMSG: it is no ELF file, or damaged; -ENOMEM. */
int elf_image_init(struct elf_image *ret_image, const void *data, size_t size, struct error *err);
void elf_image_fini(struct elf_image *e);

/* Returns the first section with the name; NULL: there is none. */
const struct elf_section *elf_image_section(const struct elf_image *e, const char *name);

/* Returns the section's name; "": it has none, or one of more than ELF_IMAGE_MAX_NAME bytes. */
const char *elf_image_section_name(const struct elf_image *e, const struct elf_section *section);

/* Returns the section's bytes; none if it is NOBITS or not wholly in the file. */
struct cursor elf_image_bytes(const struct elf_image *e, const struct elf_section *section);

/* True if the section's bytes are in the file. */
bool elf_image_has_bytes(const struct elf_image *e, const struct elf_section *section);

/* Returns the bytes of a symbol in the file. */
size_t elf_image_symbol_size(const struct elf_image *e);

/* Reads the next symbol. c: the bytes of a symbol table. */
struct elf_symbol elf_image_symbol(const struct elf_image *e, struct cursor *c);

/* Returns the PT_LOAD segment that contains the address; NULL: there is none. */
const struct elf_segment *elf_image_segment(const struct elf_image *e, uint64_t address);

/*
 * Converts an address to a file offset. An address in no segment (relocatable files, JIT code) is converted by the
 * section; with section NULL it is returned as it is.
 */
uint64_t elf_image_file_offset(const struct elf_image *e, uint64_t address, const struct elf_section *section);

/* Converts a file offset to an address, as disassemblers show it; an offset in no segment is returned as it is. */
uint64_t elf_image_address(const struct elf_image *e, uint64_t offset);

/* Reads .gnu_debuglink: returns the debug file's base name, in the image, and its CRC; NULL: there is none. */
const char *elf_image_debuglink(const struct elf_image *e, uint32_t *ret_crc);

/*
 * Reads .gnu_debugaltlink: the build-id of the file that several debug files share (dwz(1)). False: there is none, or
 * its id is longer than BUILD_ID_SIZE_MAX.
 */
bool elf_image_debugaltlink(const struct elf_image *e, struct build_id *ret_id);

#endif
