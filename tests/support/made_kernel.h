/*
 * made_kernel: a /proc of a kernel that is made up: PROC/kcore, PROC/kallsyms and PROC/modules.
 *
 *	text		MADE_TEXT, two and a half pages, from _stext to _etext
 *	modules		one of a page and a half, MADE_MODULE, and trampolines two pages before it
 *
 * A page whose number (address / page size) ends in 2 is zero; any other has its number, of one byte, in every byte.
 */
#ifndef PREC_TESTS_SUPPORT_MADE_KERNEL_H
#define PREC_TESTS_SUPPORT_MADE_KERNEL_H

#include "tests/support/tree.h"

#include <elf.h>
#include <stdbool.h>
#include <stdint.h>

#define MADE_PAGE       4096u
#define MADE_TEXT       0xffffffff81001000ull
#define MADE_TEXT_END   0xffffffff81004000ull
#define MADE_MODULE     0xffffffffc0004000ull
#define MADE_TRAMPOLINE 0xffffffffc0002000ull
#define MADE_CODE_END   0xffffffffc0006000ull

/* The byte that a page of this number has. */
uint8_t made_kernel_byte(uint64_t page);

/* A file of /proc/kcore. Segments whose contents would be outside of the file's `size` have none. */
struct made_kcore {
	bool is_32; /* addresses are cut to 32 bits */
	bool swap;  /* of the other byte order */
	uint64_t size;
	const Elf64_Phdr *segments;
	uint16_t n_segments;
	uint16_t n_more; /* program headers that the header says there are, and are not */
};

void made_kcore_write(const struct tree *t, const struct made_kcore *k);

/* All three files, below t->root. */
void made_kernel_write(const struct tree *t);

#endif
