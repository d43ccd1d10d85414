/*
 * unwind_jit: the call frame information of JIT code in a jit-PID.dump (UNWINDING_INFO), by the offset of the code in
 * the dump.
 *
 * Each piece of code has its own, which is parsed at the first lookup in it.
 *
 * Thread: any number may call unwind_jit_find; it publishes results by one atomic store.
 */
#ifndef PREC_REPORT_UNWIND_UNWIND_JIT_H
#define PREC_REPORT_UNWIND_UNWIND_JIT_H

#include "report/elf/cfi.h"
#include "report/symbols/symbols_config.h"

struct unwind_jit;

/*
 * Opens the dump that a process had at the recorded path. memory: see cfi_init. NULL: there is no dump, it has no such
 * information, or no memory.
 */
struct unwind_jit *unwind_jit_open(const struct symbols_config *config, uint32_t pid, const char *path,
				   atomic_size_t *memory);
void unwind_jit_free(struct unwind_jit *j);

/* Finds the information of an offset in the dump; its addresses are such offsets. NULL: none. */
const struct cfi *unwind_jit_find(struct unwind_jit *j, uint64_t offset);

/*
 * Returns the bytes of a piece of code with information from an offset on, as they were when it was dumped; NULL: there
 * is none. *ret_size: up to the end of the piece.
 */
const uint8_t *unwind_jit_code(const struct unwind_jit *j, uint64_t offset, size_t *ret_size);

#endif
