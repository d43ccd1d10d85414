/*
 * elf_bounds: where functions begin and end by .eh_frame, for code that has no symbols.
 *
 * The call frame information of nearly every program names each function's range (the FDEs), stripped or not.
 * Addresses are file offsets, as in a symtab of the same file.
 *
 * Source: Linux Standard Base Core 5.0, 10.6 (.eh_frame); DWARF 5, 6.4.1.
 */
#ifndef PREC_REPORT_ELF_BOUNDS_H
#define PREC_REPORT_ELF_BOUNDS_H

#include "report/elf_image.h"

/* As many functions as a symtab may have symbols; 256 MiB. */
#define ELF_BOUNDS_MAX (16u << 20)

struct elf_bound {
	uint64_t start, end;
};

struct elf_bounds {
	struct elf_bound *items; /* by start */
	size_t n;
	size_t capacity;
};

/* Reads them all; none when there is no .eh_frame. What is damaged ends the reading. 0 or -ENOMEM. */
int elf_bounds_init(struct elf_bounds *ret_bounds, const struct elf_image *e);
void elf_bounds_fini(struct elf_bounds *b);

/* The function that holds the file offset, or NULL. */
const struct elf_bound *elf_bounds_find(const struct elf_bounds *b, uint64_t offset);

#endif
