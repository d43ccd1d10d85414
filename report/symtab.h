/*
 * symtab: the functions of one file or kernel, sorted by address, immutable once finished.
 *
 * Which symbol an address gets is Linux perf's choice, so that rows agree:
 *
 *	several at one address     the best is kept: size above 0, then not weak, then global, then fewer leading
 *	                           underscores, then the longer name, then not a system call alias (SyS_, compat_SyS_)
 *	without a size             it reaches to the next one's start; the last one to the end of its page
 *	an address in a gap        no symbol
 *	an address in two          the one that starts last, as long as it reaches there; one that ended before is passed
 *	                           over in favour of a larger one around it only as far as perf's search tree does
 *
 * Names are not copied: they point into memory the caller keeps (the file's mapping), or into the table's own arena
 * (symtab_add_copy). Building: symtab_init, symtab_add*, symtab_finish; finding only after that.
 *
 * Thread: building in one; a finished table may be read by any number.
 */
#ifndef PREC_REPORT_SYMTAB_H
#define PREC_REPORT_SYMTAB_H

#include "common/arena.h"

#include <stdbool.h>
#include <stdint.h>

enum symbol_binding {
	SYMBOL_LOCAL = 0, /* the numbers of ELF's STB_* */
	SYMBOL_GLOBAL = 1,
	SYMBOL_WEAK = 2,
};

struct symbol {
	uint64_t start, end; /* [start, end); before symtab_finish end == start means the size is not known */
	const char *name;    /* as in the file, mangled */
	uint32_t order;      /* of adding: the first wins among equals */
	uint8_t binding;     /* enum symbol_binding, or another STB_* number */
	uint8_t type;        /* STT_* */
	uint16_t module;     /* kallsyms: number of the module, 0: the kernel itself; else 0 */
};

struct symtab {
	struct symbol *symbols;
	uint32_t n;
	uint32_t capacity;
	bool failed; /* no memory, or over SYMTAB_MAX_SYMBOLS */
	struct arena arena;
};

/* 16 million functions: four times the largest binaries seen; 512 MiB of table at the most. */
#define SYMTAB_MAX_SYMBOLS (16u << 20)

void symtab_init(struct symtab *t);
void symtab_fini(struct symtab *t);

/* Adds a symbol; failure is sticky and told by symtab_finish. name must outlive the table. */
void symtab_add(struct symtab *t, struct symbol symbol);

/* The same with a copy of the name's first size bytes. */
void symtab_add_copy(struct symtab *t, struct symbol symbol, size_t size);

/* How symtab_finish gives an end to the symbols without one. */
enum symtab_ends {
	SYMTAB_ENDS_ELF,    /* only those of size 0 */
	SYMTAB_ENDS_KERNEL, /* kallsyms: the same, and module symbols never reach into the kernel's or another module's */
};

/* Sorts, drops the lesser ones at one address, fills ends. 0, -ENOMEM or -E2BIG. */
int symtab_finish(struct symtab *t, enum symtab_ends ends);

/* The symbol that holds addr, or NULL. */
const struct symbol *symtab_find(const struct symtab *t, uint64_t addr);

#endif
