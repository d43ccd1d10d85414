/*
 * elf_symbols: reads the symbols of an ELF file into a symtab.
 *
 * As Linux perf it takes functions, ifuncs, objects, and NOTYPE labels of text and data sections that are not hidden.
 * It leaves out sections that are not allocated, and the mapping symbols ($a, $d, $t, $x) of ARM and RISC-V.
 *
 * Addresses become file offsets (elf_image_file_offset). The runtime image is the file that was executed; it may be the
 * same as the one with the symbols. A separate debug file has section headers without bytes, so its offsets are wrong:
 * those of the runtime image are used.
 */
#ifndef PREC_REPORT_ELF_ELF_SYMBOLS_H
#define PREC_REPORT_ELF_ELF_SYMBOLS_H

#include "formats/elf/elf_image.h"
#include "report/elf/symtab.h"

/* Translates a symbol's section and value to an address of the table. False: the symbol is left out. */
typedef bool (*elf_symbols_translate)(void *context, const struct elf_image *image, const struct elf_section *section,
				      uint64_t value, uint64_t *ret_address);

bool elf_symbols_has_symtab(const struct elf_image *e);

/*
 * True if it is a file that can be executed or loaded: it has code or, without a table of what is code, .dynsym. Of a
 * debug file both are NOBITS.
 */
bool elf_symbols_has_code(const struct elf_image *e);

/*
 * Add the symbols of the image's .symtab or .dynsym, if it has that section, and index the table. Names stay in the
 * image. 0 or a negative errno.
 */
int elf_symbols_add_symtab(struct symtab *t, const struct elf_image *image, const struct elf_image *runtime,
			   struct error *err);
int elf_symbols_add_dynsym(struct symtab *t, const struct elf_image *image, const struct elf_image *runtime,
			   struct error *err);

/* Adds the symbols of .symtab by another translation of addresses: of kernels and modules. */
int elf_symbols_add_translated(struct symtab *t, const struct elf_image *image, elf_symbols_translate translate,
			       void *context, struct error *err);

/* Finds the value of a symbol of .symtab by its name. False: there is none. */
bool elf_symbols_value(const struct elf_image *image, const char *name, uint64_t *ret_value);

#endif
