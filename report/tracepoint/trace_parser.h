/*
 * trace_parser: the state and helpers of the parser of print formats, which trace_parse.c and trace_call.c share.
 * Errors are sticky (report/tracepoint/trace_lexer.h); after one every function still returns a node.
 */
#ifndef PREC_REPORT_TRACEPOINT_TRACE_PARSER_H
#define PREC_REPORT_TRACEPOINT_TRACE_PARSER_H

#include "report/tracepoint/trace_expr.h"
#include "report/tracepoint/trace_lexer.h"

#include <stdint.h>

struct trace_parser {
	struct trace_lexer words;
	const struct trace_format *format;
	uint32_t need; /* bytes of a record that are read, so far */
	unsigned depth, n_operators;
	/* Parses an operand and the operators after it; arguments of calls are such expressions. */
	struct trace_expr *(*parse_expr)(struct trace_parser *p);
};

/* Fails with -EBADMSG: the format cannot be parsed. */
void trace_parse_error(struct trace_parser *p);

/* Makes a node in the arena. On an error it returns a spare node, whose contents are not used. */
struct trace_expr *trace_parser_node(struct trace_parser *p, enum trace_expr_kind kind);

/* Makes an EXPR_TEXT node, whose value is the number that the text begins with. */
struct trace_expr *trace_parser_text(struct trace_parser *p, const char *text);

/* Consumes the name of a field, and returns the field. */
const struct trace_field *trace_parser_field(struct trace_parser *p);

/* Notes that the bytes [offset, offset + size) of records are read. */
void trace_parser_need(struct trace_parser *p, uint32_t offset, uint32_t size);

/*
 * --- operators ------------------------------------------------------------------------
 *
 * They bind as in Linux perf's parser (libtraceevent), not as in C. Operators of one rank bind from the right; in `a ?
 * b : c + d` the sum is of the choice and d; and brackets do not hold back an operator of a higher rank.
 */

struct trace_operator {
	const char *text;
	enum trace_expr_kind kind;
	int8_t rank; /* operators of a higher rank are closer to the root */
};

/* Returns the operator that is the current token, or NULL. */
const struct trace_operator *trace_operator_at(const struct trace_lexer *words);

/*
 * Moves an operator with complete operands to where perf has it: if the right operand is an operator of a higher rank,
 * e becomes the left operand of that. a * (b + c) becomes (a * b) + c.
 */
void trace_operator_bind(struct trace_expr *e);

/* --- types in casts and sizeof ----------------------------------------------------------- */

struct trace_type {
	const char *name; /* "*": any pointer */
	const char *size; /* sizeof as text; NULL: Linux perf does not know it */
	uint64_t mask;    /* the bits of a number that a cast to the type leaves */
};

/* Finds a type by name. NULL: unknown; a cast to it keeps all bits. */
const struct trace_type *trace_type_find(const char *name);

/*
 * --- functions (trace_call.c): __get_str(name), __print_flags(REC->flags, "|", { 1, "S" }), sizeof(u32) ---
 *
 * Linux perf does not know others either.
 */

/* Parses what follows the name of a function, from the bracket on; e becomes its value. */
void trace_call_parse(struct trace_parser *p, struct trace_expr *e, const char *name);

#endif
