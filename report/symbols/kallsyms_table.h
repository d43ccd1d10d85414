/* kallsyms_table: kallsyms text into a table of kernel_symbols. */
#ifndef PREC_REPORT_SYMBOLS_KALLSYMS_TABLE_H
#define PREC_REPORT_SYMBOLS_KALLSYMS_TABLE_H

#include "report/symbols/kernel_symbols.h"

/*
 * Reads the file whole into k's text, and puts a NUL behind it. Takes the descriptor over. path is for messages. 0 or
 * the errors of reading.
 */
int kallsyms_table_read(struct kernel_symbols *k, int fd, const char *path, struct error *err);

/*
 * Fills k's table, modules and delta from its text, whose names are ended in place. path is for messages.
 * 0; -EACCES: only zero addresses are shown (kernel.kptr_restrict), -ESTALE: another kernel's: it lacks the recorded
 * one's relocation symbol, -ENOMEM, -E2BIG.
 */
int kallsyms_table_fill(struct kernel_symbols *k, const char *path, const struct kernel_identity *kernel,
			struct error *err);

#endif
