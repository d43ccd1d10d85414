/*
 * unwind_machine: unwinding without call frame information, by what is known about a machine's code: frame pointers,
 * PLT entries, returns from a signal.
 */
#ifndef PREC_REPORT_UNWIND_UNWIND_MACHINE_H
#define PREC_REPORT_UNWIND_UNWIND_MACHINE_H

#include "report/unwind/unwind_expr.h"

/* Changes the registers to those of the caller. False: memory or a register is unknown; then they are unchanged. */
bool unwind_by_frame_pointer(enum unwind_machine machine, struct unwind_registers *r,
			     const struct unwind_memory *memory);

/* The same for the caller of a PLT entry. address: the ip in the file. */
bool unwind_plt(enum unwind_machine machine, struct unwind_registers *r, const struct unwind_memory *memory,
		uint64_t address);

/* Size of the longest instructions that unwind_is_signal_return knows. */
#define UNWIND_SIGNAL_CODE_SIZE 9u

/* Says whether the code makes the system call rt_sigreturn, or sigreturn. */
bool unwind_is_signal_return(enum unwind_machine machine, const uint8_t *code, size_t size);

/*
 * Changes the registers to those that the signal interrupted, which the kernel saved on the stack. first: the first
 * byte of the code that returns from it. False: memory is unknown.
 */
bool unwind_signal(enum unwind_machine machine, struct unwind_registers *r, const struct unwind_memory *memory,
		   uint8_t first);

/*
 * Says whether a call may precede a return address. Only x86_64 has calls that are known by their bytes; true for
 * others. before: the n bytes before the address.
 */
bool unwind_may_follow_call(enum unwind_machine machine, const uint8_t *before, size_t n);

/*
 * Says whether a return address may be the start of a thread's stack, which was not called, such as Go's goexit. Known
 * on x86_64 by a nop before it, so that the address before is in the same function.
 */
bool unwind_may_be_outermost(enum unwind_machine machine, const uint8_t *before, size_t n);

#endif
