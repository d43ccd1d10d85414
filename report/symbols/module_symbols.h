/*
 * module_symbols: the file of a kernel module, and its symbols placed as the kernel loads it.
 */
#ifndef PREC_REPORT_SYMBOLS_MODULE_SYMBOLS_H
#define PREC_REPORT_SYMBOLS_MODULE_SYMBOLS_H

#include "report/symbols/dso_file.h"

/*
 * Opens the first file that is the recorded module: the build-id cache's, that at the recorded path. NULL with
 * *ret_status and *why set.
 */
struct elf_file *module_file_open(const struct dso_dirs *dirs, const struct module_identity *module,
				  enum dso_symbols_status *ret_status, struct error *why);

/*
 * The file with the debug information of a module that has none itself. id: the module's. NULL: none is here that
 * proves to be of it.
 */
struct elf_file *module_debug_open(const struct dso_dirs *dirs, const struct module_identity *module,
				   const struct build_id *id);

/*
 * Adds a module's symbols, counted from where .text lies; the sections that the kernel puts beside it are there, too.
 * 0; -EBADMSG, -ENOMEM with a message without the file's name.
 */
int module_symbols_add(struct symtab *table, const struct elf_image *image, struct error *why);

#endif
