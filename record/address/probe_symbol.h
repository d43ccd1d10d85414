/*
 * probe_symbol: where in a program a function begins, for a probe there.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_ADDRESS_PROBE_SYMBOL_H
#define PREC_RECORD_ADDRESS_PROBE_SYMBOL_H

#include "common/error.h"

#include <stdint.h>

/*
 * The place in the file of the first function of the name in .symtab, else in .dynsym. The file is read with this
 * process's rights and may be anything. 0; -ENOENT: no such function, or no such file;
 * -ENOTSUP: the dynamic linker chooses the function; -EBADMSG: no ELF file; -EINVAL:
 * not a regular file; others of open(2).
 */
int probe_symbol_find(uint64_t *ret_offset, const char *path, const char *symbol, struct error *err);

#endif
