/*
 * cfi_section: call frame information as it stands in a file, entry by entry: .eh_frame and .debug_frame.
 *
 *	CIE	what many functions have in common: how pointers are written, the first instructions
 *	FDE	one function: its range, its CIE, its instructions
 *
 * Bytes are untrusted. Damaged entries and those of an unknown version or augmentation are skipped.
 *
 * Source: Linux Standard Base Core 5.0, 10.5 and 10.6 (.eh_frame, pointer encodings); DWARF 5, 6.4.1 (.debug_frame).
 */
#ifndef PREC_REPORT_ELF_CFI_SECTION_H
#define PREC_REPORT_ELF_CFI_SECTION_H

#include "formats/elf/elf_image.h"

struct cfi_section {
	struct cursor bytes; /* the whole section, borrowed; empty when there is none */
	uint64_t address;    /* of the first byte when loaded; 0 for .debug_frame, which is not loaded */
	bool is_64;
	bool is_debug; /* .debug_frame */
};

struct cfi_cie {
	uint64_t offset; /* offset in the section; CFI_NO_OFFSET: none */
	bool understood;
	bool has_size;    /* each FDE has augmentation data, which begin with their size */
	bool is_signal;   /* signal frame: its caller was interrupted, it did not call */
	uint8_t encoding; /* of an FDE's addresses */
	uint64_t code_align;
	int64_t data_align;
	uint64_t return_register;
	struct cursor program;
};

struct cfi_fde {
	uint64_t offset; /* offset of its size field in the section */
	uint64_t start, size;
	struct cursor program;
};

#define CFI_NO_OFFSET UINT64_MAX

/* Iterates over a section. Keeps the last CIE, since few are shared by many functions. */
struct cfi_reader {
	const struct cfi_section *section; /* borrowed */
	struct cursor next;
	struct cfi_cie cie; /* the CIE of the last FDE */
};

/* Encodings of pointers: the low four bits say the size, the next three what it is relative to. */
enum {
	DW_EH_PE_absptr = 0x00,
	DW_EH_PE_uleb128 = 0x01,
	DW_EH_PE_udata2 = 0x02,
	DW_EH_PE_udata4 = 0x03,
	DW_EH_PE_udata8 = 0x04,
	DW_EH_PE_sleb128 = 0x09,
	DW_EH_PE_sdata2 = 0x0a,
	DW_EH_PE_sdata4 = 0x0b,
	DW_EH_PE_sdata8 = 0x0c,
	DW_EH_PE_pcrel = 0x10,
	DW_EH_PE_datarel = 0x30,
	DW_EH_PE_relative = 0x70,
	DW_EH_PE_omit = 0xff,
};

/* Returns the .eh_frame of an image, or the bytes given as its .debug_frame. */
struct cfi_section cfi_section_eh(const struct elf_image *e);
struct cfi_section cfi_section_debug(const struct elf_image *e, struct cursor bytes);

/* Starts reading at an offset of the section, which may be out of range. */
struct cfi_reader cfi_reader_at(const struct cfi_section *s, uint64_t offset);

/* Reads the next entry. 1: an entry; ret_fde->size is 0 if it is no FDE or not understood. 0: the end. */
int cfi_reader_next(struct cfi_reader *r, struct cfi_fde *ret_fde);

/*
 * Reads a pointer by its encoding, relative to its own position where that says so. The cursor points into the section.
 */
uint64_t cfi_pointer(const struct cfi_section *s, struct cursor *c, uint8_t encoding);

/* Reads a number by the size in the encoding. The cursor fails on an unknown encoding. */
uint64_t cfi_value(struct cursor *c, uint8_t encoding, bool is_64);

/* Read LEB128 numbers. Of more than 64 bits the low 64 are returned. */
uint64_t cfi_uleb128(struct cursor *c);
int64_t cfi_sleb128(struct cursor *c);

#endif
