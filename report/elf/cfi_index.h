/*
 * cfi_index: the FDE of an address.
 *
 *	.eh_frame_hdr	the linker's table of all FDEs of .eh_frame by their starts, searched where it lies
 *	without it	all FDEs of the section, read once and sorted
 *
 * Addresses are those of the file's segments (elf_image_address). Fixed once it is made: any number of threads.
 */
#ifndef PREC_REPORT_ELF_CFI_INDEX_H
#define PREC_REPORT_ELF_CFI_INDEX_H

#include "report/elf/cfi_section.h"

/* As many functions as a symtab may have symbols; 384 MiB. */
#define CFI_INDEX_MAX (16u << 20)

struct cfi_range {
	uint64_t start, end;
	uint64_t place; /* of the FDE */
};

struct cfi_index {
	struct cfi_section section;
	/* With a table of the linker's. */
	bool has_table;
	struct cursor table;
	uint64_t table_address;
	/* Else. */
	struct cfi_range *items; /* by start; of several with one start the last is found */
	uint32_t capacity;
	size_t n; /* how many FDEs there are */
};

/*
 * Of .eh_frame. Borrows the image. There are none when there is no such section; what is damaged ends the reading.
 * 0 or -ENOMEM.
 */
int cfi_index_init(struct cfi_index *ret_index, const struct elf_image *e);

/* Of a section that has no table. Borrows its bytes. 0 or -ENOMEM. */
int cfi_index_init_section(struct cfi_index *ret_index, const struct cfi_section *section);
void cfi_index_fini(struct cfi_index *x);

/* The number, below x->n, of the one function that may hold the address. False when there is none. */
bool cfi_index_find(const struct cfi_index *x, uint64_t address, size_t *ret_number);

/* The range of a function and the place of its FDE. False when its entry is damaged. */
bool cfi_index_range(const struct cfi_index *x, size_t number, struct cfi_range *ret_range);

#endif
