/*
 * elf_bounds: where functions begin and end by .eh_frame, for code that has no symbols.
 *
 * The call frame information of nearly every program names each function's range (the FDEs), stripped or not.
 * Addresses are file offsets, as in a symtab of the same file.
 *
 * Source: Linux Standard Base Core 5.0, 10.6 (.eh_frame); DWARF 5, 6.4.1.
 */
#ifndef PREC_REPORT_ELF_ELF_BOUNDS_H
#define PREC_REPORT_ELF_ELF_BOUNDS_H

#include "formats/elf/elf_image.h"

/* As many functions as a symtab may have symbols; 256 MiB. */
#define ELF_BOUNDS_MAX (16u << 20)

struct elf_bound {
	uint64_t start, end;
};

struct elf_bounds {
	/* With a table of the file's own (.eh_frame_hdr), in which FDEs are looked up one by one. */
	const struct elf_image *image; /* NULL: without one */
	struct cursor table;
	uint64_t table_address;
	/* Else all of them. */
	struct elf_bound *items; /* by start */
	uint32_t capacity;
	size_t n; /* how many there are */
};

/*
 * Borrows the image. Where its linker wrote no table all of .eh_frame is read; there are none when there is no such
 * section, and what is damaged ends the reading. 0 or -ENOMEM.
 */
int elf_bounds_init(struct elf_bounds *ret_bounds, const struct elf_image *e);
void elf_bounds_fini(struct elf_bounds *b);

/* The function that holds the file offset, and its number, below b->n. False when there is none. */
bool elf_bounds_find(const struct elf_bounds *b, uint64_t offset, struct elf_bound *ret_bound, size_t *ret_number);

#endif
