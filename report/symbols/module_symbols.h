/*
 * module_symbols: finds the file of a kernel module, and reads its symbols at the addresses where the kernel loads it.
 */
#ifndef PREC_REPORT_SYMBOLS_MODULE_SYMBOLS_H
#define PREC_REPORT_SYMBOLS_MODULE_SYMBOLS_H

#include "report/symbols/dso_file.h"

/*
 * Opens the file of a module: that of the build-id cache, or at the recorded path, whichever first has the recorded
 * build-id. NULL: *ret_status and *why say why.
 */
struct elf_file *module_file_open(const struct dso_dirs *dirs, const struct module_identity *module,
				  enum dso_symbols_status *ret_status, struct error *why);

/* Opens the separate debug file of a module. id: the module's. NULL: none with that build-id. */
struct elf_file *module_debug_open(const struct dso_dirs *dirs, const struct module_identity *module,
				   const struct build_id *id);

/*
 * Adds a module's symbols, at addresses relative to .text; the sections that the kernel puts beside it are included. 0;
 * -EBADMSG, -ENOMEM; the message lacks the file's name.
 */
int module_symbols_add(struct symtab *table, const struct elf_image *image, struct error *why);

#endif
