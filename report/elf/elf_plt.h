/*
 * elf_plt: names for the procedure linkage table, which has no symbols of its own.
 */
#ifndef PREC_REPORT_ELF_ELF_PLT_H
#define PREC_REPORT_ELF_ELF_PLT_H

#include "formats/elf/elf_image.h"
#include "report/elf/symtab.h"

/*
 * Adds NAME@plt for the entries of .plt, .plt.sec and .plt.got, and ".plt" for the entry that calls the dynamic linker.
 * Knows x86, ARM, AArch64, LoongArch, SPARC, and other machines whose linker records the entry size. The table must be
 * indexed, and is indexed again. 0 or a negative errno.
 */
int elf_plt_add(struct symtab *t, const struct elf_image *runtime, struct error *err);

#endif
