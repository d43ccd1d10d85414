/*
 * cfi_index: the FDE of an address.
 *
 *	.eh_frame_hdr	the linker's table of all FDEs of .eh_frame by their starts, searched where it lies
 *	without it	all FDEs of the section, read once and sorted
 *
 * Addresses are those of the file's segments (elf_image_address). Thread: an index does not change once it is made, so
 * any number of threads may read it.
 */
#ifndef PREC_REPORT_ELF_CFI_INDEX_H
#define PREC_REPORT_ELF_CFI_INDEX_H

#include "report/elf/cfi_section.h"

/* The same limit as that of symbols in a symtab; 384 MiB of index. */
#define CFI_INDEX_MAX (16u << 20)

struct cfi_range {
	uint64_t start, end;
	uint64_t offset; /* offset of the FDE in the section */
};

struct cfi_index {
	struct cfi_section section;
	/* With .eh_frame_hdr. */
	bool has_table;
	struct cursor table;
	uint64_t table_address;
	/* Else. */
	struct cfi_range *items; /* sorted by start; of ranges with the same start the last is found */
	uint32_t capacity;
	size_t n; /* number of FDEs */
};

/*
 * Indexes the .eh_frame of an image, which is borrowed. An image without that section has an empty index. Reading ends
 * at the first damaged entry. 0 or -ENOMEM.
 */
int cfi_index_init(struct cfi_index *ret_index, const struct elf_image *e);

/* Indexes a section that has no .eh_frame_hdr. Borrows its bytes. 0 or -ENOMEM. */
int cfi_index_init_section(struct cfi_index *ret_index, const struct cfi_section *section);
void cfi_index_fini(struct cfi_index *x);

/* Finds the one function that may hold the address. *ret_number: below x->n. False: there is none. */
bool cfi_index_find(const struct cfi_index *x, uint64_t address, size_t *ret_number);

/* Reads the range of a function and the offset of its FDE. False: the entry is damaged. */
bool cfi_index_range(const struct cfi_index *x, size_t number, struct cfi_range *ret_range);

/*
 * struct elf_bounds: where functions begin and end by .eh_frame, for code that has no symbols. Nearly every program,
 * stripped or not, has an FDE for each function.
 *
 * Addresses are file offsets, as in a symtab of the same file.
 */

struct elf_bound {
	uint64_t start, end;
	size_t number; /* below elf_bounds_count */
};

struct elf_bounds {
	const struct elf_image *image; /* borrowed; NULL: there are none */
	struct cfi_index index;
};

/* Indexes the functions of an image, which is borrowed. 0 or -ENOMEM. */
int elf_bounds_init(struct elf_bounds *ret_bounds, const struct elf_image *e);
void elf_bounds_fini(struct elf_bounds *b);

/* Returns the memory that the index takes, in bytes. */
static inline size_t elf_bounds_memory(const struct elf_bounds *b)
{
	return b->index.capacity * sizeof(*b->index.items);
}

/* Returns the number of functions. */
static inline size_t elf_bounds_count(const struct elf_bounds *b)
{
	return b->image ? b->index.n : 0;
}

/* Finds the function that holds the file offset. False: there is none. */
bool elf_bounds_find(const struct elf_bounds *b, uint64_t offset, struct elf_bound *ret_bound);

#endif
