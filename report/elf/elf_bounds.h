/*
 * elf_bounds: where functions begin and end by .eh_frame, for code that has no symbols.
 *
 * The call frame information of nearly every program names each function's range (the FDEs), stripped or not.
 * Addresses are file offsets, as in a symtab of the same file.
 */
#ifndef PREC_REPORT_ELF_ELF_BOUNDS_H
#define PREC_REPORT_ELF_ELF_BOUNDS_H

#include "report/elf/cfi_index.h"

struct elf_bound {
	uint64_t start, end;
	size_t number; /* below elf_bounds_count */
};

struct elf_bounds {
	const struct elf_image *image; /* borrowed; NULL: there are none */
	struct cfi_index index;
};

/* Borrows the image. 0 or -ENOMEM. */
int elf_bounds_init(struct elf_bounds *ret_bounds, const struct elf_image *e);
void elf_bounds_fini(struct elf_bounds *b);

/* The memory it takes. */
static inline size_t elf_bounds_memory(const struct elf_bounds *b)
{
	return b->index.capacity * sizeof(*b->index.items);
}

/* How many numbers there are. */
static inline size_t elf_bounds_count(const struct elf_bounds *b)
{
	return b->image ? b->index.n : 0;
}

/* The function that holds the file offset. False when there is none. */
bool elf_bounds_find(const struct elf_bounds *b, uint64_t offset, struct elf_bound *ret_bound);

#endif
