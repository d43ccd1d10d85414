/*
 * source_dwarf: the debug information of one file, read by libdw when it is asked for: the file and what it refers to
 * (report/source/source_file.h, source_package.h), an index of its units by address (report/source/source_index.h), and
 * the units. Only units that are asked for are read further.
 *
 * Runs in a worker only (report/source/source_server.h): libdw is trusted with nothing.
 */
#ifndef PREC_REPORT_SOURCE_SOURCE_DWARF_H
#define PREC_REPORT_SOURCE_SOURCE_DWARF_H

#include "report/source/source_file.h"
#include "report/source/source_unit.h"

struct source_dwarf;

/* NULL: there is no such file, or no debug information in it. */
struct source_dwarf *source_dwarf_open(const struct source_file_place *place);
void source_dwarf_close(struct source_dwarf *d);

/*
 * The unit of an address, and of its ranges the one that holds it: *ret_begin, *ret_end. Not read yet. NULL: none,
 * as far as that range reaches.
 */
struct source_unit_slot *source_dwarf_find(struct source_dwarf *d, uint64_t address, uint64_t *ret_begin,
					   uint64_t *ret_end);

/* Reads it, if that is not done. NULL: it cannot be read, or there was no memory, which source_dwarf_failed says. */
struct source_unit *source_dwarf_read(struct source_dwarf *d, struct source_unit_slot *slot);
bool source_dwarf_failed(const struct source_dwarf *d);

#endif
