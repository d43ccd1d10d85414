/*
 * gopclntab_code: files, lines and inlined calls of a function in the table of a Go program.
 *
 *	files, lines, calls	numbers by address: pairs of a difference to the number before and a size of code
 *	tree of calls		name of what is called; an address in the function that has the position of the call
 *
 *	offset 0x20: call 1	frames	mix:17 (call 1), its caller at 0x1c
 *	offset 0x1c: call 0		round2:24 (call 0), its caller at 0x08
 *	offset 0x08: none		work:37
 *
 * From Go 1.16 on. Trees are in the program's data, since Go 1.18 at offsets from go:func.*, which has no symbol in a
 * stripped program: it is the pointer of moduledata from which trees are such trees.
 *
 * Source: runtime/symtab.go, runtime/symtabinl.go, internal/abi/symtab.go of Go. Untrusted.
 */
#ifndef PREC_REPORT_ELF_GOPCLNTAB_CODE_H
#define PREC_REPORT_ELF_GOPCLNTAB_CODE_H

#include "report/elf/gopclntab.h"

/* Where trees of calls are. */
struct gopclntab_trees {
	bool is_known;
	uint64_t base; /* what its place counts from */
};

/* Finds out, by a few functions. */
struct gopclntab_trees gopclntab_trees_find(const struct gopclntab *g);

struct gopclntab_number {
	uint32_t end; /* the offset in the function up to which it holds */
	int32_t value;
};

struct gopclntab_numbers {
	struct gopclntab_number *list; /* ascending */
	uint32_t n, capacity;
};

struct gopclntab_code {
	const struct gopclntab *table; /* borrowed */
	uint32_t unit;                 /* the number of its compile unit's first file */
	struct gopclntab_numbers files, lines, calls;
	struct cursor tree; /* empty: nothing is inlined */
};

struct gopclntab_frame {
	const char *name; /* what is inlined; NULL: the function itself */
	const char *file; /* NULL: not known */
	uint32_t line;    /* 0: not known */
};

/* Reads what is known of a function. 0; -ENODATA: nothing; -ENOMEM. Call _fini in any case. */
int gopclntab_code_init(struct gopclntab_code *code, const struct gopclntab *g, const struct gopclntab_trees *trees,
			const struct gopclntab_function *f);
void gopclntab_code_fini(struct gopclntab_code *code);

/* Fills the frames at an offset in the function, innermost first. Returns how many, from 1 to max. */
uint32_t gopclntab_code_frames(const struct gopclntab_code *code, uint32_t offset, struct gopclntab_frame *frames,
			       uint32_t max);

/* Returns the offset up to which frames are those of an offset, or a smaller one; UINT32_MAX: up to the end. */
uint32_t gopclntab_code_next(const struct gopclntab_code *code, uint32_t offset);

#endif
