/*
 * elf_lines: the source line of an address, from the DWARF of a file (read by libdw).
 *
 * No other file is opened, whatever is named in it: the DWARF that several files share (dwz), that of split units
 * (.dwo).
 */
#ifndef PREC_REPORT_ELF_ELF_LINES_H
#define PREC_REPORT_ELF_ELF_LINES_H

#include "report/elf/elf_file.h"

struct elf_lines;

struct elf_line {
	const char *file; /* as given to the compiler; until elf_lines_free */
	unsigned line;
};

/*
 * Of a file that is open already: it is opened again, for libdw unpacks sections in place. NULL when it has no lines,
 * is not the same any more, and without memory.
 */
struct elf_lines *elf_lines_new(const struct elf_file *f);
void elf_lines_free(struct elf_lines *l);

/* The line of an address as the file's symbols have it. False: none. */
bool elf_lines_find(struct elf_lines *l, uint64_t address, struct elf_line *ret_line);

#endif
