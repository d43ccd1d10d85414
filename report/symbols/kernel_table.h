/*
 * kernel_table: the symbols of a kernel and, if read from kallsyms, of its modules.
 *
 * Table address = recorded address + delta: KASLR puts each boot of a kernel at another address. That does not hold for
 * modules, so their symbols are right for the same boot only.
 */
#ifndef PREC_REPORT_SYMBOLS_KERNEL_TABLE_H
#define PREC_REPORT_SYMBOLS_KERNEL_TABLE_H

#include "common/buffer.h"
#include "common/error.h"
#include "common/strtab.h"
#include "report/elf/symtab.h"
#include "report/symbols/symbol_source.h"

struct kernel_table {
	struct symtab symbols;
	uint64_t delta;
	bool has_modules;      /* read from kallsyms */
	struct strtab modules; /* ids are the module numbers of struct symbol; 0: the kernel itself */
	struct buffer text;    /* kallsyms, its names ended by NUL */
};

/* Makes an empty table. 0 or -ENOMEM; call kernel_table_fini in either case. */
int kernel_table_init(struct kernel_table *t);
void kernel_table_fini(struct kernel_table *t);

/*
 * Reads a whole kallsyms file into t->text, and adds a NUL. Takes the descriptor over. path: for messages. 0, or the
 * errors of reading.
 */
int kernel_table_read_kallsyms(struct kernel_table *t, int fd, const char *path, struct error *err);

/*
 * Fills symbols, modules and delta from t->text, in which names get a NUL. path: for messages. 0; -EACCES: all
 * addresses are 0 (kernel.kptr_restrict); -ESTALE: another kernel, which lacks the recorded relocation symbol; -ENOMEM,
 * -E2BIG.
 */
int kernel_table_fill_kallsyms(struct kernel_table *t, const char *path, const struct kernel_identity *kernel,
			       struct error *err);

/* Returns the number of a module by its name ("ext4", "[snd-hda]"); 0: not found. */
uint32_t kernel_table_module(const struct kernel_table *t, const char *name);

#endif
