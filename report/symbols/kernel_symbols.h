/*
 * kernel_symbols: chooses the source of a recorded kernel's symbols, and loads them.
 *
 * The order is Linux perf's: --kallsyms, -k, the build-id cache, the paths where distributions put vmlinux, the running
 * kernel's /proc/kallsyms, the cache's copy of kallsyms, debuginfod. The copy comes before /proc/kallsyms if the
 * relocation symbol says where it is and no module is asked for. /proc/kallsyms is used only if the running kernel
 * is the recorded one. The build-id decides; if none was recorded, the release; if that is unknown too, the address of
 * the relocation symbol.
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
 * Loads the kernel's symbols. modules: only from a source that has modules too. Never fails; ret_symbols->status says
 * what was found.
 */
void kernel_symbols_load(struct kernel_symbols *ret_symbols, const struct symbols_config *config,
			 const struct dso_dirs *dirs, const struct kernel_identity *kernel, bool modules);
void kernel_symbols_fini(struct kernel_symbols *k);

/*
 * Says whether looking up the running kernel's symbols will store its kallsyms in the build-id cache. *ret_id: its
 * build-id.
 */
bool kernel_symbols_keeps(const struct symbols_config *config, struct build_id *ret_id);

#endif
