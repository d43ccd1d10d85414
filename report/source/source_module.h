/*
 * source_module: the debug information of a kernel module, a relocatable file. libdwfl relocates it to the addresses
 * that SOURCE_MODULE_TEXT (report/source/source_window.h) describes.
 *
 * Runs in a worker only.
 */
#ifndef PREC_REPORT_SOURCE_SOURCE_MODULE_H
#define PREC_REPORT_SOURCE_SOURCE_MODULE_H

#include "report/source/source_elf.h"

#include <elfutils/libdwfl.h>
#include <stdbool.h>

struct source_module {
	Dwfl *dwfl;
	GElf_Addr *addresses; /* of the sections, by section number */
	size_t n;
	Elf *elf; /* until libdwfl owns it */
	struct source_unpacked unpacked;
	int fd;
};

/*
 * Opens a module. Takes the descriptor over. *m must not move until it is closed. *ret_elf, *ret_dwarf: owned by *m.
 * False: no debug information, damaged, or no memory; then there is nothing to close.
 */
bool source_module_open(struct source_module *m, int fd, Elf **ret_elf, Dwarf **ret_dwarf);
void source_module_close(struct source_module *m);

#endif
