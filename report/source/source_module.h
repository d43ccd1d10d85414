/*
 * source_module: the debug information of a relocatable file, as kernel modules are, with its code where the kernel
 * puts it (SOURCE_MODULE_TEXT in report/source/source_window.h). libdwfl relocates it.
 *
 * Runs in a worker only.
 */
#ifndef PREC_REPORT_SOURCE_SOURCE_MODULE_H
#define PREC_REPORT_SOURCE_SOURCE_MODULE_H

#include "report/source/source_unpacked.h"

#include <elfutils/libdwfl.h>
#include <stdbool.h>

struct source_module {
	Dwfl *dwfl;
	GElf_Addr *addresses; /* of the sections, by number */
	size_t n;
	Elf *elf; /* until it is libdwfl's */
	struct source_unpacked unpacked;
	int fd;
};

/*
 * Takes the descriptor over, and is not moved until it is closed. *ret_elf, *ret_dwarf: its own, which it closes.
 * False: it has no debug information, or is damaged, or there is no memory; nothing is to be closed then.
 */
bool source_module_open(struct source_module *m, int fd, Elf **ret_elf, Dwarf **ret_dwarf);
void source_module_close(struct source_module *m);

#endif
