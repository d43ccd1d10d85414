/*
 * source_dwarf: the debug information of one file, read by libdw when it is asked for.
 *
 *	file with code or its separate debug file --- .gnu_debugaltlink ---> what several files share (dwz)
 *	 `--- skeleton units ---> .dwo files, or units of FILE.dwp (report/source/source_package.h)
 *
 * Its index says which unit has code at an address: .debug_aranges, and for units that are not in there the ranges of
 * the units themselves. Only units that are asked for are read further.
 *
 * libdw opens files that others name. Here they are looked at before: what is no regular file is never opened.
 *
 * Runs in a worker only (report/source/source_server.h): libdw is trusted with nothing.
 */
#ifndef PREC_REPORT_SOURCE_SOURCE_DWARF_H
#define PREC_REPORT_SOURCE_SOURCE_DWARF_H

#include "report/source/source_unit.h"

#include <sys/types.h>

struct source_dwarf;

/* A file, and what it must be: opened again, it is to be the same. */
struct source_dwarf_place {
	const char *path;
	const char *symfs; /* below which separate debug files are looked for, or "" */
	uint64_t device, inode;
};

/* NULL: there is no such file, or no debug information in it. */
struct source_dwarf *source_dwarf_open(const struct source_dwarf_place *place);
void source_dwarf_close(struct source_dwarf *d);

/*
 * The unit of an address, and of its ranges the one that holds it: *ret_begin, *ret_end. Not read yet. NULL: none,
 * as far as that range reaches.
 */
struct source_unit_slot *source_dwarf_find(struct source_dwarf *d, uint64_t address, uint64_t *ret_begin,
					   uint64_t *ret_end);

/* Reads it, if that is not done. NULL without memory. */
struct source_unit *source_dwarf_read(struct source_dwarf *d, struct source_unit_slot *slot);

#endif
