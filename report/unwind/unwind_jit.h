/*
 * unwind_jit: the call frame information of code made at run time, as a jit-PID.dump has it (UNWINDING_INFO), by where
 * the code lies in the dump.
 *
 * Each piece of code has its own. It is read when the first address in it is asked for.
 *
 * Thread: unwind_jit_find by any number; what it makes is published by one atomic store.
 */
#ifndef PREC_REPORT_UNWIND_UNWIND_JIT_H
#define PREC_REPORT_UNWIND_UNWIND_JIT_H

#include "report/elf/cfi.h"
#include "report/symbols/symbols_config.h"

struct unwind_jit;

/*
 * Of the dump of a process that was recorded under that path. memory: see cfi_init. NULL: it is not here, has nothing
 * of the kind, or there is no memory.
 */
struct unwind_jit *unwind_jit_open(const struct symbols_config *config, uint32_t pid, const char *path,
				   atomic_size_t *memory);
void unwind_jit_free(struct unwind_jit *j);

/* That of an offset in the dump, in which its addresses are offsets, too; NULL: there is none. */
const struct cfi *unwind_jit_find(struct unwind_jit *j, uint64_t offset);

#endif
