/*
 * symtab: the symbols of one file or kernel, sorted by address.
 *
 * Which symbol an address gets is Linux perf's choice, so that rows agree:
 *
 *	several at one address	one is kept: size above 0, then a type other than NOTYPE,
 *				then not weak, then global, then fewer leading underscores,
 *				then the longer name, then the one added first
 *	without a size		it reaches to the next one's start; the last one to the
 *				end of the page after its own
 *	an address in a gap	no symbol
 *	a label in a function	no symbol: of type NOTYPE and without a size, after the first byte
 *				of a function that has one
 *	an address in several	the one that starts last
 *
 * Underscores and length are counted in the demangled names, also where names are not shown so: rows are
 * the same then.
 *
 * There are two differences. perf's search tree finds one of several overlapping symbols, or none, by the shape of the
 * tree; here the innermost is found. In perf a label of hand-written code can hide the rest of its function; here the
 * function keeps its name.
 *
 * Names are not copied: they lie in areas (a file's string table, the text of kallsyms) that the caller keeps for the
 * table's life, or in the table itself (symtab_add_copy).
 *
 * Building: symtab_init, then for each source its symbols and symtab_index. The rules above hold for all symbols,
 * whichever source was indexed first.
 *
 * All symbols of one address stay in the table. The first lookup there decides which one is kept.
 *
 * Thread: building in one; an indexed table may be read by any number.
 */
#ifndef PREC_REPORT_ELF_SYMTAB_H
#define PREC_REPORT_ELF_SYMTAB_H

#include "common/buffer.h"
#include "report/elf/demangle.h"

#include <elf.h>

/* 16 million symbols: several times the largest binaries seen; 384 MiB of table at the most. */
#define SYMTAB_MAX_SYMBOLS (16u << 20)
#define SYMTAB_MAX_AREAS   8

/* How many enclosing symbols a lookup tries. Only hostile files have more. */
#define SYMTAB_MAX_NESTING 64

#define SYMTAB_MARK 32u

/*
 * How many bytes of two names are compared to choose between aliases. Real names are shorter; in a hostile file names
 * share bytes, and a few MB can hold gigabytes of them.
 */
#define SYMTAB_MAX_COMPARED 8192

/*
 * How many aliases of one address are compared by their demangled names; further ones by their mangled names. Linkers
 * that fold equal functions make some thousands.
 */
#define SYMTAB_MAX_DEMANGLED 4096

struct symbol {
	uint64_t start, end; /* [start, end); end == start when added: the size is not known */
	uint32_t name;       /* offset in its area */
	uint8_t area;
	uint8_t info;    /* binding and type as in ELF's st_info */
	uint16_t module; /* kallsyms: number of its module, from 1; 0: the kernel itself; files: 0 */
};

struct symtab_area {
	const char *text;
	size_t size;
};

struct symtab {
	struct symbol *symbols;
	uint32_t *outer;  /* by symbol: 1 + the nearest one that stands before and reaches into it, 0: none; NULL: none
			     overlaps one of another address */
	uint32_t *chosen; /* by symbol: 1 + the one kept of those at its address, 0: not chosen yet; NULL: all have
			     addresses of their own */
	uint64_t *marks;  /* the start of every SYMTAB_MARKth symbol */
	uint32_t n_marks;
	uint32_t n;
	uint32_t n_indexed; /* symbols[0 .. n_indexed) can be found; the rest was added later */
	uint32_t capacity;
	uint32_t n_areas;
	struct symtab_area areas[SYMTAB_MAX_AREAS]; /* [0]: own_names, once indexed */
	struct buffer own_names;
	enum demangle_style style; /* how names are demangled to choose between them */
	bool last_wins; /* of several at one address the last one added is kept: JIT code that was replaced */
	int failed;     /* 0, -ENOMEM or -E2BIG: sticky, returned by symtab_index */
};

void symtab_init(struct symtab *t, enum demangle_style style);
void symtab_fini(struct symtab *t);

/*
 * Adds the bytes [text, text + size) as an area of names. Returns its number for struct symbol. The area is cut after
 * its last NUL, so that every name in it ends. -E2BIG: there are SYMTAB_MAX_AREAS.
 */
int symtab_add_area(struct symtab *t, const char *text, size_t size);

/* Adds a symbol. One whose name is outside its area is skipped. */
void symtab_add(struct symtab *t, struct symbol symbol);

/* Adds a symbol with a copy of name; .name and .area of symbol are ignored. */
void symtab_add_copy(struct symtab *t, struct symbol symbol, const char *name);

/*
 * Sorts the symbols, gives an end to those without a size, and makes all of them findable. 0, -ENOMEM or -E2BIG
 * (SYMTAB_MAX_SYMBOLS).
 */
int symtab_index(struct symtab *t);

/* Ends at address all symbols that begin before it and reach over it. Used for PLTs. The table must be indexed. */
void symtab_cut(struct symtab *t, uint64_t address);

/* Finds the indexed symbol that holds addr. NULL: there is none. Valid until the next symtab_add. */
const struct symbol *symtab_find(const struct symtab *t, uint64_t addr);

/* Returns the name as the file has it. Valid as long as its area; a copy as long as the table. */
const char *symtab_name(const struct symtab *t, const struct symbol *symbol);

static inline unsigned symbol_binding(const struct symbol *s)
{
	return ELF64_ST_BIND(s->info);
}

static inline unsigned symbol_type(const struct symbol *s)
{
	return ELF64_ST_TYPE(s->info);
}

#endif
