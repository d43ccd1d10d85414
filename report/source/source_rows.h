/*
 * source_rows: a window in the making: what is inlined where, and which lines the code is from, put together as rows.
 *
 *	spans    [------------- work -------------]      each scope within another one
 *	             [---- round2 ----]
 *	               [-mix-]
 *	lines    18  14 6    8 14     20
 *	rows     |   |  |    | |      |
 *
 * Runs in a worker only.
 */
#ifndef PREC_REPORT_SOURCE_SOURCE_ROWS_H
#define PREC_REPORT_SOURCE_SOURCE_ROWS_H

#include "report/source/source_window.h"

#include "common/strtab.h"

#include <elfutils/libdw.h>

#define SOURCE_NO_SCOPE UINT32_MAX

/* A function, inlined or not, or a block in one. */
struct source_scope {
	uint32_t outer; /* what it is in; SOURCE_NO_SCOPE: the function that is not inlined */
	bool is_block;  /* it has no frame */
	bool named;
	uint32_t name; /* once it is named: where in the strings */
	uint32_t call_file, call_line;
	Dwarf_Die die;
};

struct source_span {
	uint32_t scope;
	uint64_t low, high;
};

struct source_rows {
	uint64_t begin, end;
	struct source_scope *scopes;
	struct source_span *spans; /* each after those around it */
	uint64_t *cuts;            /* where rows begin */
	uint32_t n_scopes, scopes_capacity, n_spans, spans_capacity, n_cuts, cuts_capacity;
	Dwarf_Lines *lines; /* libdw's; NULL: none are wanted, or there are none */
	size_t n_lines;
	Dwarf_Files *files;    /* which call sites are in, likewise */
	const char *directory; /* of the compilation, libdw's; NULL: not known */
	struct strtab names;   /* what is in strings already */
	struct buffer strings; /* of the window */
	uint32_t *at;          /* by number of a name: where it is in the strings */
	uint32_t n_at, at_capacity;
	bool failed; /* for lack of memory */
};

void source_rows_init(struct source_rows *r, uint64_t begin, uint64_t end);
void source_rows_fini(struct source_rows *r);

/* A function that is inlined in outer, or a block. Its number. */
uint32_t source_rows_scope(struct source_rows *r, const Dwarf_Die *die, uint32_t outer, bool is_block);

/* It is at these addresses, as far as they are in the window. */
void source_rows_span(struct source_rows *r, uint32_t scope, uint64_t low, uint64_t high);

/* The lines of a unit are wanted; code: the unit whose DIEs the scopes are of, its addr may be NULL. */
void source_rows_lines(struct source_rows *r, Dwarf_Die *lines, Dwarf_Die *code);

/* Encodes the rows as a window around the address, less than all of it where it would be too large. *ret_end: where
 * it ends. 0 or -ENOMEM. */
int source_rows_encode(struct source_rows *r, uint64_t address, struct buffer *b, uint64_t *ret_end);

#endif
