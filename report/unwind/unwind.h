/*
 * unwind: finds the callers of a thread, from its registers and a copy of its stack.
 *
 *	registers, stack copy  ->  ip, caller, caller's caller ...
 *
 * It opens no file. It reads only the copy of the stack, and bytes of files that a callback finds for an address. It
 * uses call frame information (report/elf/cfi.h); in code without it frame pointers; PLT entries and signal frames are
 * known by their instructions.
 *
 *	caller's address	what is looked up
 *	the first one		the address itself
 *	of a call		the address - 1: the call may be the last instruction of its function
 *	of a signal		the address itself: the function was interrupted there, not left by a call
 *
 * As in Linux perf, the result has the addresses that were looked up. The address that a signal handler returns to is
 * unchanged, since nothing was called there. An address without code is no caller.
 *
 * Machines: x86_64, arm64, and i386, of which code without call frame information is not decoded. Signature bits of
 * arm64 return addresses are stripped.
 */
#ifndef PREC_REPORT_UNWIND_UNWIND_H
#define PREC_REPORT_UNWIND_UNWIND_H

#include "report/unwind/unwind_input.h"

/* Returns a text like "stack longer than its copy". */
const char *unwind_end_text(enum unwind_end end);

/* Makes an unwinder with an empty cache. NULL without memory. */
struct unwinder *unwinder_new(void);
void unwinder_free(struct unwinder *u);

/*
 * Writes the addresses of a chain, innermost first, up to `max`. Returns their number, 0 if the ip itself is no code.
 * *ret_end: why there are no more.
 */
uint32_t unwind_chain(struct unwinder *u, const struct unwind_input *input, uint64_t *addresses, uint32_t max,
		      enum unwind_end *ret_end);

#endif
