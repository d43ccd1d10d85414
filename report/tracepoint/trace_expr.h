/*
 * trace_expr: an argument of a tracepoint's print format: REC->prev_state & 0xff, REC->args[2], (u16)REC->fd, a ? b :
 * c, __get_str(name), __print_flags(REC->flags, "|", { 1, "S" }).
 *
 * As in Linux perf all numbers, fields included, are unsigned and of 64 bits.
 */
#ifndef PREC_REPORT_TRACEPOINT_TRACE_EXPR_H
#define PREC_REPORT_TRACEPOINT_TRACE_EXPR_H

#include "report/tracepoint/trace_format.h"

#include <stddef.h>

enum trace_expr_kind {
	/* numbers */
	EXPR_TEXT, /* a number, a name, a quoted text: its value is 0 unless it begins with a number */
	EXPR_NOTHING,
	EXPR_FIELD,
	EXPR_ELEMENT, /* element of an array, at a fixed offset */
	EXPR_MASK,    /* a cast */
	EXPR_LENGTH,  /* bytes of a dynamic field */
	EXPR_COND,
	EXPR_ADD,
	EXPR_SUB,
	EXPR_MUL,
	EXPR_DIV,
	EXPR_MOD,
	EXPR_AND,
	EXPR_OR,
	EXPR_XOR,
	EXPR_SHL,
	EXPR_SHR,
	EXPR_LT,
	EXPR_LE,
	EXPR_GT,
	EXPR_GE,
	EXPR_EQ,
	EXPR_NE,
	EXPR_BOTH,
	EXPR_EITHER,
	EXPR_NOT,
	EXPR_INVERT,
	/* text and bytes; as numbers they are 0 */
	EXPR_STRING,  /* __get_str */
	EXPR_DYNAMIC, /* __get_dynamic_array */
	EXPR_BITMASK,
	EXPR_CPUMASK,
	EXPR_FLAGS,
	EXPR_SYMBOL,
	EXPR_HEX,     /* bytes, with blanks between */
	EXPR_HEX_STR, /* without */
	EXPR_ARRAY,
};

/* A word that is printed for a number. */
struct trace_word {
	uint64_t number;
	const char *text;
};

struct trace_expr {
	enum trace_expr_kind kind;
	int8_t rank;           /* precedence of an operator, see trace_parser.h */
	uint32_t offset, size; /* the bytes that are read as a number; size 0: none */
	uint64_t value;        /* EXPR_TEXT; EXPR_MASK: the bits that stay */
	const char *text;      /* EXPR_TEXT; EXPR_FLAGS: the separator */
	const struct trace_field *field;
	struct trace_expr *test, *left, *right; /* EXPR_HEX, EXPR_ARRAY: bytes, their number, the size of each */
	const struct trace_word *words;
	uint32_t n_words;
	struct trace_expr *next; /* the argument after this one */
};

/* Evaluates an expression. data: trace_args.need bytes or more. swap: they have the other byte order. */
uint64_t trace_expr_value(const struct trace_expr *e, const uint8_t *data, bool swap);

/* Says whether the value does not depend on the data. */
bool trace_expr_is_constant(const struct trace_expr *e);

/* Returns the expression without its casts. */
const struct trace_expr *trace_expr_uncast(const struct trace_expr *e);

/*
 * Returns the number of a { NUMBER, "WORD" } pair. As in perf some names have numbers; all others, and negative
 * numbers, are -1.
 */
uint64_t trace_expr_word(const struct trace_expr *e);

/* Returns the offset of the data of a dynamic field. *ret_size: their size in bytes. Both may exceed the record. */
uint32_t trace_field_dynamic(const struct trace_field *f, const uint8_t *data, bool swap, uint32_t *ret_size);

/* Reads a number of 1, 2, 4 or 8 bytes; of any other size it is 0. */
uint64_t trace_number(const uint8_t *p, uint32_t size, bool swap);

/* struct trace_data: the raw data of a record. Bytes that the format describes but the record lacks read as zeros. */

struct trace_data {
	const uint8_t *bytes; /* borrowed, or `longer` */
	size_t size;
	bool swap;       /* they have the other byte order */
	uint8_t *longer; /* owned, padded with zeros; NULL: not needed */
};

/* Makes at least `need` bytes readable. False without memory. Call trace_data_fini in either case. */
bool trace_data_init(struct trace_data *d, const uint8_t *bytes, size_t size, size_t need, bool swap);
void trace_data_fini(struct trace_data *d);

/* Evaluates an expression that needs at most `need` bytes. */
uint64_t trace_data_value(const struct trace_data *d, const struct trace_expr *e);

/* Returns the bytes of a range. *ret_size: those that exist. */
const uint8_t *trace_data_range(const struct trace_data *d, uint32_t offset, uint32_t size, size_t *ret_size);

#endif
