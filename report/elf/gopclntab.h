/*
 * gopclntab: the functions of a Go program by the table that its runtime keeps for tracebacks, which strip(1) and
 * -ldflags=-s leave in it.
 *
 *	magic, word size	fffffffb Go 1.2, fffffffa 1.16, fffffff0 1.18, fffffff1 1.20
 *	counts and offsets	of the parts that follow
 *	names			texts, each ends with a NUL
 *	functab			address and place of each function, ascending; an end address
 *	functions		address, name, ...
 *
 * Source: debug/gosym/pclntab.go and runtime/symtab.go of Go. Untrusted: what is outside of the table is left out.
 */
#ifndef PREC_REPORT_ELF_GOPCLNTAB_H
#define PREC_REPORT_ELF_GOPCLNTAB_H

#include "formats/elf/elf_image.h"
#include "report/elf/symtab.h"

/* Says whether a file has the table. */
bool gopclntab_is_there(const struct elf_image *e);

/*
 * Adds the functions of the executed file, and indexes the table. A file without one, or with one of another version,
 * adds none. 0 or a negative errno of symtab_index or symtab_add_area.
 */
int gopclntab_add(struct symtab *t, const struct elf_image *e, struct error *err);

#endif
