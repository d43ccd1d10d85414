/*
 * source_package: a .dwp file, which holds the .dwo files of a program (DWARF 5, 7.3.5, "DWARF Package Files", and
 * GNU's of DWARF 4 before it).
 *
 * libdw reads packages from 0.191 on only. So the parts of a unit are looked up here, and given to libdw as a file of
 * their own, beside the tables that they refer to in the file with the skeleton.
 *
 * Runs in a worker only.
 */
#ifndef PREC_REPORT_SOURCE_SOURCE_PACKAGE_H
#define PREC_REPORT_SOURCE_SOURCE_PACKAGE_H

#include <elfutils/libdw.h>
#include <stdint.h>

struct source_package;

/* The package of that path. Borrows the program. NULL: there is none. */
struct source_package *source_package_open(const char *path, Elf *program);
void source_package_close(struct source_package *p);

/*
 * The DIE of the unit that a skeleton stands for, until source_package_close; its addr is NULL where there is none.
 * *ret_base: what ranges in it that name no base are relative to.
 */
Dwarf_Die source_package_unit(struct source_package *p, Dwarf_Die *skeleton, uint64_t *ret_base);

#endif
