/*
 * unwind_expr: the DWARF expressions of call frame information: of PLTs, signal frames, realigned stacks.
 *
 * Source: DWARF 5, 2.5 and 6.4.2.
 */
#ifndef PREC_REPORT_UNWIND_UNWIND_EXPR_H
#define PREC_REPORT_UNWIND_UNWIND_EXPR_H

#include "common/cursor.h"
#include "report/unwind/unwind_registers.h"

/* Values at once, and operations in all; compilers' expressions have a dozen. */
#define UNWIND_EXPR_DEPTH 32u
#define UNWIND_EXPR_STEPS 1000u

struct unwind_memory {
	/* A word of the process. False: it is not known. */
	bool (*read)(void *context, uint64_t address, uint64_t *ret_value);
	void *context;
};

/*
 * The value of an expression. cfa: what is on the stack at its beginning, or NULL. 0; -EBADMSG, -ENOTSUP: damaged, or
 * of operations that have no meaning here; -EFAULT: memory that is not known; -ENODATA: a register that is not.
 */
int unwind_expr(struct cursor bytes, const struct unwind_registers *registers, const struct unwind_memory *memory,
		const uint64_t *cfa, uint64_t *ret_value);

#endif
