/*
 * unwind_expr: evaluates the DWARF expressions of call frame information, which PLTs, signal frames and realigned
 * stacks use.
 *
 * Source: DWARF 5, 2.5 and 6.4.2.
 */
#ifndef PREC_REPORT_UNWIND_UNWIND_EXPR_H
#define PREC_REPORT_UNWIND_UNWIND_EXPR_H

#include "common/cursor.h"
#include "report/unwind/unwind_registers.h"

/* Limits of the stack and of the operations; compilers' expressions have a dozen. */
#define UNWIND_EXPR_DEPTH 32u
#define UNWIND_EXPR_STEPS 1000u

struct unwind_memory {
	/* Reads a word of the process. False: it is unknown. */
	bool (*read)(void *context, uint64_t address, uint64_t *ret_value);
	void *context;
};

/*
 * Evaluates an expression. cfa: pushed first, if not NULL. 0; -EBADMSG: damaged; -ENOTSUP: operations that have no
 * meaning here; -EFAULT: unknown memory; -ENODATA: an unknown register.
 */
int unwind_expr(struct cursor bytes, const struct unwind_registers *registers, const struct unwind_memory *memory,
		const uint64_t *cfa, uint64_t *ret_value);

#endif
