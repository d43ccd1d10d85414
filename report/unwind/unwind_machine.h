/*
 * unwind_machine: what is known of a machine's code where no call frame information says it: frame pointers, entries of
 * a PLT, what returns from a signal.
 */
#ifndef PREC_REPORT_UNWIND_UNWIND_MACHINE_H
#define PREC_REPORT_UNWIND_UNWIND_MACHINE_H

#include "report/unwind/unwind_expr.h"

/* Turns the registers into those of the caller. False, and they are as they were: memory or a register is not known. */
bool unwind_by_frame_pointer(enum unwind_machine machine, struct unwind_registers *r,
			     const struct unwind_memory *memory);

/* The same within an entry of a PLT at an address of its file. */
bool unwind_plt(enum unwind_machine machine, struct unwind_registers *r, const struct unwind_memory *memory,
		uint64_t address);

/* The longest of the instructions below. */
#define UNWIND_SIGNAL_CODE_SIZE 9u

/* Whether instructions make the system call that returns from a signal, rt_sigreturn. */
bool unwind_is_signal_return(enum unwind_machine machine, const uint8_t *code, size_t size);

/* The registers that the kernel saved where those instructions find them: of what was interrupted. */
bool unwind_signal(enum unwind_machine machine, struct unwind_registers *r, const struct unwind_memory *memory);

/* Whether a call may stand before a return address: of x86_64, whose calls are known by their bytes. n: bytes there. */
bool unwind_may_follow_call(enum unwind_machine machine, const uint8_t *before, size_t n);

/*
 * Whether a return address may be one that a thread's stack begins with, which nothing has called, as Go's goexit: of
 * x86_64, with a nop before it, so that the address before is of the same function.
 */
bool unwind_may_be_outermost(enum unwind_machine machine, const uint8_t *before, size_t n);

#endif
