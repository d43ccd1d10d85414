/*
 * source_elf: prepares ELF files for libdw: makes a file in memory of sections that lie elsewhere, and decompresses
 * zstd sections.
 *
 * Runs in a worker only.
 */
#ifndef PREC_REPORT_SOURCE_SOURCE_ELF_H
#define PREC_REPORT_SOURCE_SOURCE_ELF_H

#include "common/buffer.h"

#include <libelf.h>
#include <stdint.h>

struct source_elf_section {
	const char *name;
	const void *data;
	size_t size;
};

/* Says whether a file has the other byte order than this machine. */
bool source_elf_is_swapped(Elf *elf);

/*
 * Appends a file of the given sections, with the class and byte order of ident (e_ident of another file). Check
 * buffer_ok() afterwards.
 */
void source_elf_make(const unsigned char *ident, const struct source_elf_section *sections, unsigned n,
		     struct buffer *b);

/*
 * The memory of sections that were compressed with zstd, which libelf decompresses only since 0.189, and if it was
 * built with zstd. All 0: none yet.
 */

/* What was unpacked; all 0: nothing yet. */
struct source_unpacked {
	void **sections;
	uint32_t n, capacity;
};

/*
 * Decompresses the zstd sections of an Elf. Damaged sections, and those without memory for them, stay compressed. Call
 * it before anything reads their data.
 */
void source_unpack(struct source_unpacked *u, Elf *elf);

/* Frees the sections; call it after elf_end(). */
void source_unpacked_fini(struct source_unpacked *u);

#endif
