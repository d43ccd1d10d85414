/*
 * elf_image: an ELF file in memory, read with every offset and size checked.
 *
 * 32 and 64 bits, both byte orders. The bytes are untrusted and borrowed: a mapping, a decompressed buffer, the vdso.
 * What is damaged is as if it were not there: a section outside the file has no bytes, a name outside its table is "".
 *
 * Source of the layout: the System V ABI, chapter 4 and 5 (elf(5)).
 */
#ifndef PREC_FORMATS_ELF_ELF_IMAGE_H
#define PREC_FORMATS_ELF_ELF_IMAGE_H

#include "common/error.h"
#include "formats/elf/elf_header.h"
#include "formats/record/abi.h"

/* Files made with -ffunction-sections have tens of thousands. */
#define ELF_IMAGE_MAX_SECTIONS (1u << 20)

/* Of more segments the first are taken; a linker makes about ten. Each address of the file is looked up in them. */
#define ELF_IMAGE_MAX_SEGMENTS 256u

/* The longest name of a section that is read. */
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

/* A symbol of .symtab or .dynsym, as it stands there. */
struct elf_symbol {
	uint64_t value;
	uint64_t size;
	uint32_t name;
	uint16_t section;
	uint8_t info;
	uint8_t other;
};

/* 0; -EBADMSG: not ELF or damaged, -ENOMEM. data must outlive the image. */
int elf_image_init(struct elf_image *ret_image, const void *data, size_t size, struct error *err);
void elf_image_fini(struct elf_image *e);

/* Finds the first section with the name, or NULL. */
const struct elf_section *elf_image_section(const struct elf_image *e, const char *name);

/* The section's name, "" when it has none, or one longer than ELF_IMAGE_MAX_NAME. */
const char *elf_image_section_name(const struct elf_image *e, const struct elf_section *section);

/* The section's bytes; empty for NOBITS and for sections not wholly within the file. */
struct cursor elf_image_bytes(const struct elf_image *e, const struct elf_section *section);

/* Whether the section's bytes are in the file. */
bool elf_image_has_bytes(const struct elf_image *e, const struct elf_section *section);

/* The size of one symbol, and reading one. */
size_t elf_image_symbol_size(const struct elf_image *e);
struct elf_symbol elf_image_symbol(const struct elf_image *e, struct cursor *c);

/* Finds the PT_LOAD segment that holds an address, or NULL. */
const struct elf_segment *elf_image_segment(const struct elf_image *e, uint64_t address);

/*
 * Converts an address to a file offset. An address in no segment (relocatable files, JIT code) is converted by the
 * given section (may be NULL).
 */
uint64_t elf_image_file_offset(const struct elf_image *e, uint64_t address, const struct elf_section *section);

/* Converts a file offset to an address, as disassemblers show it; an offset in no segment is returned as it is. */
uint64_t elf_image_address(const struct elf_image *e, uint64_t offset);

/* .gnu_debuglink: the file's base name (in the image) and CRC; NULL when there is none. */
const char *elf_image_debuglink(const struct elf_image *e, uint32_t *ret_crc);

/*
 * .gnu_debugaltlink: the build-id of the file that several debug files share (dwz(1)). False: there is none, or its id
 * is longer than BUILD_ID_SIZE_MAX.
 */
bool elf_image_debugaltlink(const struct elf_image *e, struct build_id *ret_id);

#endif
