/*
 * source_unit: a compile unit, read by libdw: its functions by address, and the lines of its code.
 *
 * Runs in a worker only (report/source/source_server.h): libdw is trusted with nothing.
 */
#ifndef PREC_REPORT_SOURCE_SOURCE_UNIT_H
#define PREC_REPORT_SOURCE_SOURCE_UNIT_H

#include "report/source/source_window.h"

#include <elfutils/libdw.h>

struct source_function {
	uint64_t low, high; /* of each of its ranges one */
	Dwarf_Die die;
};

struct source_unit {
	Dwarf_Die lines;     /* whose line program it is */
	Dwarf_Die code;      /* whose functions they are; addr NULL: none are known */
	uint64_t code_base;  /* added to ranges of code that are relative to the skeleton, 0 elsewhere */
	uint64_t begin, end; /* the addresses of the unit, of several ranges the one at hand */
	struct source_function *functions;
	uint32_t n_functions, functions_capacity;
};

/* Finds the functions. 0 or -ENOMEM. */
int source_unit_init(struct source_unit *u, const Dwarf_Die *lines, const Dwarf_Die *code, uint64_t code_base);
void source_unit_fini(struct source_unit *u);

/*
 * Encodes a window that holds the address: those of its function in one piece, or what lies between two functions.
 * want_lines: with lines, otherwise only inlined functions are told apart. *ret_end: where it
 * ends. 0 or -ENOMEM.
 */
int source_unit_window(struct source_unit *u, uint64_t address, bool want_lines, struct buffer *b, uint64_t *ret_end);

/* Calls put for each range of addresses of a DIE that has code. */
void source_ranges(Dwarf_Die *die, uint64_t base, void (*put)(void *context, uint64_t low, uint64_t high),
		   void *context);

#endif
