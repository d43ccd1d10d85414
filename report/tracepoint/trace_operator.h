/*
 * trace_operator: the operators of print formats, and how they bind: as in Linux perf's reader of formats
 * (libtraceevent), which is not C. Those of the same rank are taken from the right, of `a ? b : c + d` the sum is that
 * of the choice and d, and brackets do not hold back an operator of a higher rank.
 */
#ifndef PREC_REPORT_TRACEPOINT_TRACE_OPERATOR_H
#define PREC_REPORT_TRACEPOINT_TRACE_OPERATOR_H

#include "report/tracepoint/trace_expr.h"
#include "report/tracepoint/trace_lexer.h"

struct trace_operator {
	const char *text;
	enum trace_expr_kind kind;
	int8_t rank; /* higher ones are closer to the root */
};

/* The operator that stands here, or NULL. */
const struct trace_operator *trace_operator_at(const struct trace_lexer *words);

/*
 * Puts an operator whose operands are complete where perf has it: if the right one is an operator of a higher rank, e
 * becomes its left operand. a * (b + c) becomes (a * b) + c.
 */
void trace_operator_bind(struct trace_expr *e);

#endif
