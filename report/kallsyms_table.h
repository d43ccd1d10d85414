/* kallsyms_table: kallsyms text into a table of kernel_symbols. */
#ifndef PREC_REPORT_KALLSYMS_TABLE_H
#define PREC_REPORT_KALLSYMS_TABLE_H

#include "report/kernel_symbols.h"

/*
 * Reads the file whole and fills k's table, modules, delta and text. reloc: the recorded kernel's relocation symbol.
 * 0; -EACCES: only zero addresses are shown (kernel.kptr_restrict), -ESTALE: another kernel's: it lacks the relocation
 * symbol, and the errors of reading.
 */
int kallsyms_table_load(struct kernel_symbols *k, const char *path, const struct kernel_identity *kernel,
			struct error *err);

#endif
