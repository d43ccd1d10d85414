/*
 * source_elf: an ELF file made in memory of sections that lie elsewhere, for libdw to read as a file of its own.
 */
#ifndef PREC_REPORT_SOURCE_SOURCE_ELF_H
#define PREC_REPORT_SOURCE_SOURCE_ELF_H

#include "common/buffer.h"

#include <libelf.h>

struct source_elf_section {
	const char *name;
	const void *data;
	size_t size;
};

/* Whether a file's words are in the other byte order than this machine's. */
bool source_elf_is_swapped(Elf *elf);

/*
 * Appends a file of the class and byte order that an identification (e_ident of another file) has. buffer_ok() says
 * whether there was memory for it.
 */
void source_elf_make(const unsigned char *ident, const struct source_elf_section *sections, unsigned n,
		     struct buffer *b);

#endif
