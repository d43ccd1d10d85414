/*
 * source_rows: builds a window: merges inlined functions and line numbers into rows.
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

#include "report/source/source_names.h"
#include "report/source/source_room.h"

#include <elfutils/libdw.h>

#define SOURCE_NO_SCOPE UINT32_MAX

/* A function, inlined or not, or a lexical block. */
struct source_scope {
	uint32_t outer; /* number of the enclosing scope; SOURCE_NO_SCOPE: a function that is not inlined */
	bool is_block;  /* a block, which has no frame */
	bool named;
	uint32_t name; /* offset in the strings, once named */
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
	struct source_span *spans; /* enclosing ones first */
	uint64_t *cuts;            /* addresses where rows begin */
	uint32_t n_scopes, scopes_capacity, n_spans, spans_capacity, n_cuts, cuts_capacity;
	Dwarf_Lines *lines; /* owned by libdw; NULL: not wanted, or none */
	size_t n_lines;
	Dwarf_Files *files;    /* of call sites; owned by libdw */
	const char *directory; /* of the compilation, owned by libdw; NULL: unknown */
	struct source_names
		*scoped; /* names functions without linkage names; borrowed, NULL: their own names are whole */
	struct source_room room;
	bool failed; /* for lack of memory */
};

void source_rows_init(struct source_rows *r, uint64_t begin, uint64_t end);
void source_rows_fini(struct source_rows *r);

/* Adds a function that is inlined in outer, or a block. Returns its number. */
uint32_t source_rows_scope(struct source_rows *r, const Dwarf_Die *die, uint32_t outer, bool is_block);

/* Adds a range of a scope, clipped to the window. */
void source_rows_span(struct source_rows *r, uint32_t scope, uint64_t low, uint64_t high);

/* Reads the lines of a unit. code: the unit of the scopes' DIEs; its addr may be NULL. */
void source_rows_lines(struct source_rows *r, Dwarf_Die *lines, Dwarf_Die *code);

/*
 * Encodes the rows as a window around the address; as a smaller one if all would be too large. *ret_end: its end. 0 or
 * -ENOMEM.
 */
int source_rows_encode(struct source_rows *r, uint64_t address, struct buffer *b, uint64_t *ret_end);

#endif
