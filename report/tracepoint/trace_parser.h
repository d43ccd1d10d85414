/*
 * trace_parser: what the parts of the parser of print formats share: where it is, the nodes it makes, the fields it
 * finds. Errors are sticky (report/tracepoint/trace_lexer.h), and after one every function still returns a node.
 */
#ifndef PREC_REPORT_TRACEPOINT_TRACE_PARSER_H
#define PREC_REPORT_TRACEPOINT_TRACE_PARSER_H

#include "report/tracepoint/trace_expr.h"
#include "report/tracepoint/trace_lexer.h"

struct trace_parser {
	struct trace_lexer words;
	const struct trace_format *format;
	uint32_t need; /* bytes of a record that are read so far */
	unsigned depth, n_operators;
	/* Takes an operand and what operators make of it: arguments of calls are such expressions again. */
	struct trace_expr *(*parse_expr)(struct trace_parser *p);
};

/* The format cannot be read: -EBADMSG. */
void trace_parser_refuse(struct trace_parser *p);

/* A node of the format's arena. Where there is no more room, one that only takes what is written into it. */
struct trace_expr *trace_parser_node(struct trace_parser *p, enum trace_expr_kind kind);

/* EXPR_TEXT, whose value is the number that the text begins with. */
struct trace_expr *trace_parser_text(struct trace_parser *p, const char *text);

/* Takes the name of a field. */
const struct trace_field *trace_parser_field(struct trace_parser *p);

/* The bytes [offset, offset + size) of records are read. */
void trace_parser_need(struct trace_parser *p, uint32_t offset, uint32_t size);

#endif
