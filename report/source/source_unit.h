/*
 * source_unit: a compile unit, read by libdw: its functions by address, and the lines of its code.
 *
 * Runs in a worker only (report/source/source_server.h): libdw may crash on damaged files.
 */
#ifndef PREC_REPORT_SOURCE_SOURCE_UNIT_H
#define PREC_REPORT_SOURCE_SOURCE_UNIT_H

#include "report/source/source_names.h"
#include "report/source/source_window.h"

#include <elfutils/libdw.h>

struct source_function {
	uint64_t low, high; /* one of its ranges; there is an element for each */
	Dwarf_Die die;
};

struct source_unit {
	Dwarf_Die lines;            /* the unit with the line program */
	Dwarf_Die code;             /* the unit with the functions; addr NULL: none */
	uint64_t code_base;         /* base of ranges that are relative to the skeleton; else 0 */
	struct source_names *names; /* borrowed; NULL: names of its functions are whole */
	uint64_t begin, end;        /* the range of the unit that is being read */
	struct source_function *functions;
	uint32_t n_functions, functions_capacity;
};

/* Finds the functions. Borrows names. 0 or -ENOMEM. */
int source_unit_init(struct source_unit *u, const Dwarf_Die *lines, const Dwarf_Die *code, uint64_t code_base,
		     struct source_names *names);
void source_unit_fini(struct source_unit *u);

/*
 * Encodes a window around the address: the addresses of its function that are contiguous, or a gap between functions.
 * want_lines: with lines; otherwise rows differ by inlined functions only. *ret_end: its end. 0 or -ENOMEM.
 */
int source_unit_window(struct source_unit *u, uint64_t address, bool want_lines, struct buffer *b, uint64_t *ret_end);

/* Calls put for each address range of a DIE. base: as code_base. */
void source_ranges(Dwarf_Die *die, uint64_t base, void (*put)(void *context, uint64_t low, uint64_t high),
		   void *context);

#endif
