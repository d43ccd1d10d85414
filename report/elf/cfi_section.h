/*
 * cfi_section: call frame information as it stands in a file, entry by entry: .eh_frame and .debug_frame.
 *
 *	CIE	what many functions have in common: how pointers are written, the first instructions
 *	FDE	one function: its range, its CIE, its instructions
 *
 * Bytes are untrusted. An entry that is damaged, or of a version or augmentation that is not known, is passed over.
 *
 * Source: Linux Standard Base Core 5.0, 10.5 and 10.6 (.eh_frame, pointer encodings); DWARF 5, 6.4.1 (.debug_frame).
 */
#ifndef PREC_REPORT_ELF_CFI_SECTION_H
#define PREC_REPORT_ELF_CFI_SECTION_H

#include "formats/elf/elf_image.h"

struct cfi_section {
	struct cursor bytes; /* all of it, borrowed; none when there is no such section */
	uint64_t address;    /* where the first byte is loaded: of .debug_frame, which is not, 0 */
	bool is_64;
	bool is_debug; /* .debug_frame */
};

struct cfi_cie {
	uint64_t place; /* in the section; CFI_NO_PLACE: none */
	bool understood;
	bool has_size;    /* each FDE has augmentation data, of a size that comes first */
	bool is_signal;   /* functions are returned to as they were interrupted, not after a call */
	uint8_t encoding; /* of an FDE's addresses */
	uint64_t code_align;
	int64_t data_align;
	uint64_t return_register;
	struct cursor program;
};

struct cfi_fde {
	uint64_t place; /* in the section, of its size */
	uint64_t start, size;
	struct cursor program;
};

#define CFI_NO_PLACE UINT64_MAX

/* Goes through a section. Functions share few CIEs: the last one is kept. */
struct cfi_reader {
	const struct cfi_section *section; /* borrowed */
	struct cursor next;
	struct cfi_cie cie; /* of the FDE read last */
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

/* The section .eh_frame of an image, or bytes taken for .debug_frame. */
struct cfi_section cfi_section_eh(const struct elf_image *e);
struct cfi_section cfi_section_debug(const struct elf_image *e, struct cursor bytes);

/* Reads from a place in the section on, which may be anywhere. */
struct cfi_reader cfi_reader_at(const struct cfi_section *s, uint64_t place);

/* 1: an entry, which is an FDE that is understood if ret_fde->size is not 0; 0: the end. */
int cfi_reader_next(struct cfi_reader *r, struct cfi_fde *ret_fde);

/* A pointer, by its encoding; relative to its own place if that says so. The cursor is one into the section. */
uint64_t cfi_pointer(const struct cfi_section *s, struct cursor *c, uint8_t encoding);

/* A number, by the encoding's size alone. The cursor fails where the encoding is not known. */
uint64_t cfi_value(struct cursor *c, uint8_t encoding, bool is_64);

/* LEB128 numbers; of longer ones the low 64 bits. */
uint64_t cfi_uleb128(struct cursor *c);
int64_t cfi_sleb128(struct cursor *c);

#endif
