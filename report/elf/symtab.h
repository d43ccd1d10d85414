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
 * Underscores and length are those of the demangled names.
 *
 * perf keeps its symbols in a search tree whose shape decides which of several overlapping symbols it finds, if any;
 * here it is always the innermost. In perf a label of hand-written code may so hide the rest of its function; here the
 * function has one name.
 *
 * Names are not copied: they lie in areas (a file's string table, the text of kallsyms) that the caller keeps for the
 * table's life, or in the table itself (symtab_add_copy).
 *
 * Building: symtab_init, then for each source its symbols and symtab_settle. Symbols of a source that is settled
 * later yield to no one because of that: the rules above hold across all.
 *
 * Of several at one address all stay in the table; which one is kept is found out at the first lookup there.
 *
 * Thread: building in one; a settled table may be read by any number.
 */
#ifndef PREC_REPORT_ELF_SYMTAB_H
#define PREC_REPORT_ELF_SYMTAB_H

#include "common/buffer.h"
#include "report/elf/demangle.h"

#include <elf.h>

/* 16 million symbols: several times the largest binaries seen; 384 MiB of table at the most. */
#define SYMTAB_MAX_SYMBOLS (16u << 20)
#define SYMTAB_MAX_AREAS   8

/* How many symbols around one another are looked through for an address; more exist in hostile files only. */
#define SYMTAB_MAX_NESTING 64

#define SYMTAB_MARK 32u

/* How much of two names is compared to choose between aliases; real names are shorter. Names may share their bytes, so
 * that a file of some MB can have gigabytes of them. */
#define SYMTAB_MAX_COMPARED 8192

/*
 * How many demangled names are compared to choose one alias. Linkers that fold equal functions make some thousands;
 * those after it are compared as they stand.
 */
#define SYMTAB_MAX_DEMANGLED 4096

struct symbol {
	uint64_t start, end; /* [start, end); end == start when added: the size is not known */
	uint32_t name;       /* offset in its area */
	uint8_t area;
	uint8_t info;    /* binding and type as in ELF's st_info */
	uint16_t module; /* kallsyms: the number of its module from 1 up, 0: the kernel proper; files: 0 */
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
	uint32_t n_settled; /* the first so many; those after them were added since and are not found yet */
	uint32_t capacity;
	uint32_t n_areas;
	struct symtab_area areas[SYMTAB_MAX_AREAS]; /* 0: own_names, once settled */
	struct buffer own_names;
	enum demangle_style style; /* the names to choose by are the demangled ones */
	bool last_wins; /* of several at one address the one added last, whatever its name: JIT code made anew */
	int failed;     /* 0, -ENOMEM or -E2BIG: sticky, returned by symtab_settle */
};

void symtab_init(struct symtab *t, enum demangle_style style);
void symtab_fini(struct symtab *t);

/*
 * Makes names of [text, text + size) known and returns the area's number for struct symbol. The area is cut after its
 * last NUL, so that every name in it ends. -E2BIG when there are SYMTAB_MAX_AREAS.
 */
int symtab_add_area(struct symtab *t, const char *text, size_t size);

/* Adds a symbol; one whose name is outside its area is passed over. */
void symtab_add(struct symtab *t, struct symbol symbol);

/* The same with a copy of name (.name and .area of symbol are ignored). */
void symtab_add_copy(struct symtab *t, struct symbol symbol, const char *name);

/* Sorts, ends the unended and makes the symbols ready to be found. 0, -ENOMEM or -E2BIG (SYMTAB_MAX_SYMBOLS). */
int symtab_settle(struct symtab *t);

/* Makes the symbols that reach over address from below end there. For PLTs; the table must be settled. */
void symtab_cut(struct symtab *t, uint64_t address);

/* The settled symbol that holds addr, or NULL. Valid until the next symtab_add. */
const struct symbol *symtab_find(const struct symtab *t, uint64_t addr);

/* The name as it stands in its area. Valid as long as the area, for copies as long as the table. */
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
