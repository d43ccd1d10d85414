/*
 * kernel_symbols: one table with the symbols of a recorded kernel and, from kallsyms, of its modules.
 *
 * Looked through in Linux perf's order: --kallsyms, -k, the build-id cache, the paths where distributions put vmlinux,
 * the running kernel's /proc/kallsyms, the cache's copy of kallsyms; but that copy comes before the running kernel
 * where the relocation symbol says how to place it and no module is asked for. The running kernel's is used only if it
 * is the recorded one: by its build-id; if none was recorded by its release; if that is not known either by the address
 * of the relocation symbol.
 *
 * The table has the source's own addresses; a recorded address becomes one by adding delta (KASLR: another boot of the
 * same kernel lies elsewhere). Module symbols of another boot cannot be placed that way.
 */
#ifndef PREC_REPORT_SYMBOLS_KERNEL_SYMBOLS_H
#define PREC_REPORT_SYMBOLS_KERNEL_SYMBOLS_H

#include "common/strtab.h"
#include "report/elf/symtab.h"
#include "report/symbols/dso_file.h"

/* /proc/kallsyms of today has 5 to 15 MB. */
#define KERNEL_KALLSYMS_MAX (512u << 20)

struct kernel_symbols {
	struct symtab table;
	uint64_t delta;
	char origin;
	char *source;
	enum dso_symbols_status status;
	struct error why;
	bool has_modules;      /* from kallsyms */
	struct strtab modules; /* ids are struct symbol's module numbers; 0: the kernel proper */
	struct buffer text;    /* kallsyms, its names ended by NUL */
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

/* The number of a module by its name ("ext4", "[snd-hda]"), 0 when it is not there. */
uint32_t kernel_symbols_module(const struct kernel_symbols *k, const char *name);

/*
 * Opens the first file that is the recorded module: the build-id cache's, that at the recorded path. NULL with
 * *ret_status and *why set.
 */
struct elf_file *module_file_open(const struct dso_dirs *dirs, const struct module_identity *module,
				  enum dso_symbols_status *ret_status, struct error *why);

/*
 * Adds a module's symbols, counted from where .text lies; the sections that the kernel puts beside it are there, too.
 * 0; -EBADMSG, -ENOMEM with a message without the file's name.
 */
int module_symbols_add(struct symtab *table, const struct elf_image *image, struct error *why);

#endif
