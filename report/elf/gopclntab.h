/*
 * gopclntab: the functions of a Go program by the table that its runtime keeps for tracebacks, which strip(1) and
 * -ldflags=-s leave in it.
 *
 *	magic, word size	fffffffb Go 1.2, fffffffa 1.16, fffffff0 1.18, fffffff1 1.20
 *	counts and offsets	of the parts that follow
 *	names			texts, each ends with a NUL
 *	files			the same
 *	numbers			files, lines and inlined calls by address (report/elf/gopclntab_code.h)
 *	functab			address and place of each function, ascending; an end address
 *	functions		address, name, places of its numbers
 *
 * Source: debug/gosym/pclntab.go and runtime/symtab.go of Go. Untrusted: what is outside of the table is left out.
 */
#ifndef PREC_REPORT_ELF_GOPCLNTAB_H
#define PREC_REPORT_ELF_GOPCLNTAB_H

#include "common/cursor.h"
#include "formats/elf/elf_image.h"
#include "report/elf/gopclntab_module.h"
#include "report/elf/symtab.h"

enum gopclntab_version { GO_1_2, GO_1_16, GO_1_18, GO_1_20 };

/* Where its parts are; borrows the image. */
struct gopclntab {
	const struct elf_image *image;
	enum gopclntab_version version;
	bool is_64;
	uint8_t quantum;         /* bytes that addresses of numbers count in */
	uint64_t address;        /* of the table */
	uint64_t n, text;        /* functions; where offsets of functions count from */
	struct cursor all;       /* from the magic on */
	struct cursor names;     /* where offsets of names count from */
	struct cursor units;     /* from Go 1.16 on: offsets of files, by compile unit */
	struct cursor files;     /* from Go 1.16 on: where those count from */
	struct cursor numbers;   /* from Go 1.16 on: where offsets of numbers count from */
	struct cursor functab;   /* its entries */
	struct cursor functions; /* where their places count from */
};

/* A function, [start, end); addresses as disassemblers show them. */
struct gopclntab_function {
	uint64_t start, end;
	struct cursor description; /* from its first word, the address, on */
};

/* Says whether a file has the table. */
bool gopclntab_is_there(const struct elf_image *e);

/* Reads the header of a file's table. False: it has none, or one of another version. */
bool gopclntab_open(struct gopclntab *g, const struct elf_image *e);

/* Returns what moduledata is found by. */
struct gopclntab_pointers gopclntab_pointers(const struct gopclntab *g);

/* Returns the part of the table from an offset of one of its parts on; empty if that is outside. */
struct cursor gopclntab_part(const struct cursor *part, uint64_t offset);

/* Returns the function of a number below g->n. False: it is outside of the table, or empty. */
bool gopclntab_function(const struct gopclntab *g, uint64_t number, struct gopclntab_function *ret);

/* Finds the function at an address. False: there is none. */
bool gopclntab_find(const struct gopclntab *g, uint64_t address, struct gopclntab_function *ret);

/*
 * Adds the functions of the executed file, and indexes the table. A file without one, or with one of another version,
 * adds none. 0 or a negative errno of symtab_index or symtab_add_area.
 */
int gopclntab_add(struct symtab *t, const struct elf_image *e, struct error *err);

#endif
