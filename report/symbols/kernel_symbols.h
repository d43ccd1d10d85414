/*
 * kernel_symbols: which source the symbols of a recorded kernel come from, and loading them.
 *
 * Looked through in Linux perf's order: --kallsyms, -k, the build-id cache, the paths where distributions put vmlinux,
 * the running kernel's /proc/kallsyms, the cache's copy of kallsyms, debuginfod; but that copy comes before the running
 * kernel where the relocation symbol says how to place it and no module is asked for. The running kernel's is used only
 * if it is the recorded one: by its build-id; if none was recorded by its release; if that is not known either by the
 * address of the relocation symbol.
 */
#ifndef PREC_REPORT_SYMBOLS_KERNEL_SYMBOLS_H
#define PREC_REPORT_SYMBOLS_KERNEL_SYMBOLS_H

#include "report/symbols/dso_file.h"
#include "report/symbols/kernel_table.h"
#include "report/symbols/symbols_config.h"

struct kernel_symbols {
	struct kernel_table table;
	char origin;
	char *source;
	enum dso_symbols_status status;
	struct error why;
	struct elf_file *file; /* vmlinux */
};

/*
 * Loads the kernel's symbols; with modules set only a source that has modules too will do. Never fails as such: the
 * status says what was found.
 */
void kernel_symbols_load(struct kernel_symbols *ret_symbols, const struct symbols_config *config,
			 const struct dso_dirs *dirs, const struct kernel_identity *kernel, bool modules);
void kernel_symbols_fini(struct kernel_symbols *k);

/*
 * Whether the running kernel's text will be kept in the build-id cache if its symbols are looked up, and its build-id.
 */
bool kernel_symbols_keeps(const struct symbols_config *config, struct build_id *ret_id);

#endif
