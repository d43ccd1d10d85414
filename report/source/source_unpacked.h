/*
 * source_unpacked: sections that are packed with zstd, for libdw to read: libelf unpacks them from 0.189 on only, and
 * where it was built so.
 *
 * Runs in a worker only.
 */
#ifndef PREC_REPORT_SOURCE_SOURCE_UNPACKED_H
#define PREC_REPORT_SOURCE_SOURCE_UNPACKED_H

#include <libelf.h>
#include <stdint.h>

/* What was unpacked; all 0: nothing yet. */
struct source_unpacked {
	void **sections;
	uint32_t n, capacity;
};

/*
 * Makes the sections of an Elf what they were before they were packed. Those that are damaged, or that there is no
 * memory for, stay packed. To be called before anything else has their data.
 */
void source_unpack(struct source_unpacked *u, Elf *elf);

/* After elf_end(). */
void source_unpacked_fini(struct source_unpacked *u);

#endif
