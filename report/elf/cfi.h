/*
 * cfi: how to unwind from each function of a file: its call frame information, looked up by address.
 *
 *	.eh_frame_hdr, .eh_frame	of the file that was executed; looked in first
 *	.debug_frame			of it or of the file with its debug information
 *
 * A function is decoded to rows (report/elf/cfi_program.h) when it is first asked for, and kept. Only files of
 * x86_64, arm64 and i386 are read; others have none.
 *
 * Thread: cfi_find may be called by any number of threads: what is decoded is published by one atomic store and does
 * not change any more. There is no lock: two threads that decode the same function at once do it twice, and one result
 * is thrown away.
 */
#ifndef PREC_REPORT_ELF_CFI_H
#define PREC_REPORT_ELF_CFI_H

#include "common/buffer.h"
#include "report/elf/cfi_index.h"
#include "report/elf/cfi_program.h"

#include <stdatomic.h>

/* Limit of the memory for decoded functions of all files. Those of a large program take some 10 MiB. */
#define CFI_MAX_MEMORY (512u << 20)

/* .plt, .plt.sec and the like. Some linkers write no call frame information for them. */
#define CFI_MAX_PLTS 4u

struct cfi_table {
	struct cfi_index index;
	_Atomic(const struct cfi_function *) *functions; /* by number of the index; NULL: not decoded yet */
};

struct cfi {
	const struct elf_image *image; /* as executed, borrowed; NULL: there is a section alone */
	struct cfi_table eh, debug;
	struct buffer unpacked; /* .debug_frame, where it is compressed */
	struct {
		uint64_t start, end;
	} plts[CFI_MAX_PLTS];
	unsigned n_plts;
	atomic_size_t *memory; /* the bytes that decoded functions of all files take; borrowed */
	uint16_t machine;      /* EM_X86_64 ... */
};

enum cfi_found {
	CFI_FOUND,
	CFI_FOUND_PLT, /* in a PLT, which has no function */
	CFI_NONE,      /* the file says nothing of the address */
	CFI_BAD,       /* damaged, or not understood */
	CFI_NO_MEMORY,
};

/*
 * Prepares lookups in a file. Borrows both images, which may be the same; debug may be NULL. memory: the count that all
 * files share. 0 or -ENOMEM; a file without call frame information, or of another machine, is no error.
 */
int cfi_init(struct cfi *ret_cfi, const struct elf_image *runtime, const struct elf_image *debug,
	     atomic_size_t *memory);
void cfi_fini(struct cfi *cfi);

/*
 * Prepares lookups in an .eh_frame section without a file, which JIT code has. Addresses are the section's own. Borrows
 * its bytes. 0 or -ENOMEM.
 */
int cfi_init_section(struct cfi *ret_cfi, const struct cfi_section *section, uint16_t machine, atomic_size_t *memory);

/*
 * Finds the function that holds an address (elf_image_address). *ret_function: set for CFI_FOUND, valid as long as cfi.
 */
enum cfi_found cfi_find(const struct cfi *cfi, uint64_t address, const struct cfi_function **ret_function);

/* Says whether there is any call frame information. */
static inline bool cfi_has_any(const struct cfi *cfi)
{
	return cfi->eh.index.n || cfi->debug.index.n;
}

#endif
