/*
 * source_dwarf: the debug information of one file, read by libdw on demand: the file and the files that it refers to
 * (report/source/source_file.h, source_package.h), an index of its units by address, and the units. Only units that are
 * asked for are read.
 *
 * Runs in a worker only (report/source/source_server.h): libdw may crash on damaged files.
 */
#ifndef PREC_REPORT_SOURCE_SOURCE_DWARF_H
#define PREC_REPORT_SOURCE_SOURCE_DWARF_H

#include "report/source/source_file.h"
#include "report/source/source_unit.h"

struct source_dwarf;

/* Opens a file. NULL: there is no such file, or it has no debug information. */
struct source_dwarf *source_dwarf_open(const struct source_file_spec *spec);
void source_dwarf_close(struct source_dwarf *d);

/*
 * Finds the unit of an address. *ret_begin, *ret_end: the range of the unit that holds it. The unit is not read yet.
 * NULL: no unit has code in that range.
 */
struct source_unit_slot *source_dwarf_find(struct source_dwarf *d, uint64_t address, uint64_t *ret_begin,
					   uint64_t *ret_end);

/* Reads the unit on the first call. NULL: it is damaged, or, if source_dwarf_failed, there is no memory. */
struct source_unit *source_dwarf_read(struct source_dwarf *d, struct source_unit_slot *slot);
/* Finds the DIE with the functions and variables of unit i, from 0; its addr is NULL if it is not here. False: no more.
 */
bool source_dwarf_code(struct source_dwarf *d, uint32_t i, Dwarf_Die *ret_code);

bool source_dwarf_failed(const struct source_dwarf *d);

#endif
