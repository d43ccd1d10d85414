/*
 * source_index: which unit of a file has code at an address.
 *
 * Made of .debug_aranges and, for units that are not in there, of the ranges of the units themselves.
 *
 * Runs in a worker only.
 */
#ifndef PREC_REPORT_SOURCE_SOURCE_INDEX_H
#define PREC_REPORT_SOURCE_SOURCE_INDEX_H

#include "report/source/source_file.h"

/* A range of addresses, and the number of the unit whose code it is. */
struct source_index_range {
	uint64_t low, high;
	uint32_t unit;
};

struct source_index {
	const struct source_file *file;
	struct source_index_range *ranges; /* sorted; those with the higher ends first of the same beginning */
	uint32_t n_ranges, ranges_capacity;
	Dwarf_Off *units; /* the offsets of their DIEs */
	uint32_t n_units, units_capacity;
	bool failed; /* for lack of memory */
};

#define SOURCE_INDEX_NONE UINT32_MAX

/* Borrows the file. 0 or -ENOMEM; source_index_fini is due in any case. */
int source_index_make(struct source_index *x, const struct source_file *file);
void source_index_fini(struct source_index *x);

/*
 * The number of the unit of an address, and of its ranges the one that holds it: *ret_begin, *ret_end.
 * SOURCE_INDEX_NONE: none, as far as that range reaches.
 */
uint32_t source_index_find(const struct source_index *x, uint64_t address, uint64_t *ret_begin, uint64_t *ret_end);

#endif
