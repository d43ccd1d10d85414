/*
 * gopclntab_module: pointers of a Go program's data. Its runtime begins from one struct, moduledata, which begins with
 * a pointer to the table of functions, one to its names, and so on.
 *
 * Source: runtime/symtab.go of Go. Untrusted.
 */
#ifndef PREC_REPORT_ELF_GOPCLNTAB_MODULE_H
#define PREC_REPORT_ELF_GOPCLNTAB_MODULE_H

#include "formats/elf/elf_image.h"

/* What tells moduledata. */
struct gopclntab_pointers {
	const struct elf_image *image;
	bool is_64;
	uint64_t table, names; /* the addresses of both */
};

/* Reads the pointer at an address, also one that a relocation puts there. 0: none. */
uint64_t gopclntab_pointer(const struct gopclntab_pointers *p, uint64_t address);

/* Returns the address of moduledata; 0: it is not found. */
uint64_t gopclntab_module(const struct gopclntab_pointers *p);

/* Numbers of words in moduledata. */
#define GO_MODULE_TEXT  22u
#define GO_MODULE_WORDS 50u /* pointers, and a few more */

#endif
