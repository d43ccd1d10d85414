/*
 * go_builder: programs of Go, stripped of all but the table of their functions (report/elf/gopclntab.h).
 *
 *	offset	0		0x10		0x18		0x20		0x40	0x60
 *	frames	work:5		mix:20		round:20	work:7		main:30
 *				round:20	work:5
 *				work:5
 *	files	work.go		mix.go		mix.go		work.go		work.go
 *			 (the caller of round is in work.go)
 */
#ifndef PREC_TESTS_SUPPORT_GO_BUILDER_H
#define PREC_TESTS_SUPPORT_GO_BUILDER_H

#include "tests/support/elf_builder.h"

/* Addresses: of the code, the table, the trees of inlined calls, moduledata. */
#define GO_TEXT   0x1000u
#define GO_TABLE  0x1100u
#define GO_TREES  0x1300u
#define GO_MODULE 0x1400u

struct go_builder {
	uint32_t magic; /* of the table: 0xfffffffa, 0xfffffff0, 0xfffffff1 */
	bool is_64, big_endian;
	bool is_relocated; /* pointers are 0, and have relocations; of 64 bits only */
	bool is_among;     /* the table has no section of its own */
};

/* Makes the file. Call elf_builder_fini. */
void go_builder_make(const struct go_builder *g, struct elf_builder *ret);

#endif
