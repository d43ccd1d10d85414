/*
 * elf_symbols: the symbols of an ELF file into a symtab.
 *
 * Taken are, as Linux perf takes them: functions, ifuncs and objects, and NOTYPE labels in sections of text or data
 * that are not hidden; all of allocated sections only, without the mapping symbols ($a, $d, $t, $x) of ARM and RISC-V.
 *
 * Addresses become file offsets (elf_image_file_offset). The runtime image is the file that was executed; it may be
 * the same as the one with the symbols. A debug file has the section headers but not the bytes, and its offsets are
 * no longer true.
 */
#ifndef PREC_REPORT_ELF_ELF_SYMBOLS_H
#define PREC_REPORT_ELF_ELF_SYMBOLS_H

#include "formats/elf/elf_image.h"
#include "report/elf/symtab.h"

/* Turns a symbol's place into the table's address. Returns false for symbols to be left out. */
typedef bool (*elf_symbols_place)(void *context, const struct elf_image *image, const struct elf_section *section,
				  uint64_t value, uint64_t *ret_address);

bool elf_symbols_has_symtab(const struct elf_image *e);
bool elf_symbols_has_dynsym(const struct elf_image *e);

/*
 * Adds the symbols of image's .symtab or .dynsym (none when it has no such section) and settles the table.
 * The names stay in the image. 0 or a negative errno.
 */
int elf_symbols_add_symtab(struct symtab *t, const struct elf_image *image, const struct elf_image *runtime,
			   struct error *err);
int elf_symbols_add_dynsym(struct symtab *t, const struct elf_image *image, const struct elf_image *runtime,
			   struct error *err);

/* The same for .symtab with another way to the addresses: kernels and modules. */
int elf_symbols_add_placed(struct symtab *t, const struct elf_image *image, elf_symbols_place place, void *context,
			   struct error *err);

/* The value of the symbol of that name in .symtab. False when there is none. */
bool elf_symbols_value(const struct elf_image *image, const char *name, uint64_t *ret_value);

#endif
