/*
 * source_package: a .dwp file, which holds the .dwo files of a program (DWARF 5, 7.3.5, and the GNU form for DWARF 4).
 *
 * libdw reads packages only since 0.191. So this module finds the sections of a unit and gives them to libdw as a file
 * of its own, together with the tables that they refer to in the file with the skeleton.
 *
 * Runs in a worker only.
 */
#ifndef PREC_REPORT_SOURCE_SOURCE_PACKAGE_H
#define PREC_REPORT_SOURCE_SOURCE_PACKAGE_H

#include <elfutils/libdw.h>
#include <stdint.h>

struct source_package;

/* Opens a package. Borrows the program. NULL: there is none, or it is damaged. */
struct source_package *source_package_open(const char *path, Elf *program);
void source_package_close(struct source_package *p);

/*
 * Returns the unit DIE of a skeleton, valid until source_package_close; its addr is NULL if there is none. *ret_base:
 * the base address of ranges in it that name none.
 */
Dwarf_Die source_package_unit(struct source_package *p, Dwarf_Die *skeleton, uint64_t *ret_base);

#endif
