/*
 * kernel_table: the symbols of a kernel and, where they are read from kallsyms, of its modules.
 *
 * The table has the source's own addresses; a recorded address becomes one by adding delta (KASLR: another boot of the
 * same kernel lies elsewhere). Module symbols of another boot cannot be placed that way.
 */
#ifndef PREC_REPORT_SYMBOLS_KERNEL_TABLE_H
#define PREC_REPORT_SYMBOLS_KERNEL_TABLE_H

#include "common/buffer.h"
#include "common/error.h"
#include "common/strtab.h"
#include "report/elf/symtab.h"
#include "report/symbols/symbol_source.h"

/* /proc/kallsyms of today has 5 to 15 MB. */
#define KERNEL_KALLSYMS_MAX (512u << 20)

struct kernel_table {
	struct symtab symbols;
	uint64_t delta;
	bool has_modules;      /* from kallsyms */
	struct strtab modules; /* ids are struct symbol's module numbers; 0: the kernel proper */
	struct buffer text;    /* kallsyms, its names ended by NUL */
};

/* An empty one. 0 or -ENOMEM, after which it may be freed all the same. */
int kernel_table_init(struct kernel_table *t);
void kernel_table_fini(struct kernel_table *t);

/*
 * Reads a kallsyms file whole into the table's text, and puts a NUL after it. Takes the descriptor over. path is for
 * messages. 0 or the errors of reading.
 */
int kernel_table_read_kallsyms(struct kernel_table *t, int fd, const char *path, struct error *err);

/*
 * Fills in symbols, modules and delta from the text, whose names are ended in place. path is for messages.
 * 0; -EACCES: only zero addresses are shown (kernel.kptr_restrict), -ESTALE: another kernel's: it lacks the recorded
 * one's relocation symbol, -ENOMEM, -E2BIG.
 */
int kernel_table_fill_kallsyms(struct kernel_table *t, const char *path, const struct kernel_identity *kernel,
			       struct error *err);

/* The number of a module by its name ("ext4", "[snd-hda]"), 0 when it is not there. */
uint32_t kernel_table_module(const struct kernel_table *t, const char *name);

#endif
