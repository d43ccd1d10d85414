/*
 * trace_expr: an argument of a tracepoint's print format: REC->prev_state & 0xff, REC->args[2], (u16)REC->fd,
 * a ? b : c, __get_str(name), __print_flags(REC->flags, "|", { 1, "S" }).
 *
 * Numbers are what Linux perf makes of them: all of 64 bits without a sign, fields too.
 */
#ifndef PREC_REPORT_TRACEPOINT_TRACE_EXPR_H
#define PREC_REPORT_TRACEPOINT_TRACE_EXPR_H

#include "report/tracepoint/trace_format.h"

enum trace_expr_kind {
	/* numbers */
	EXPR_TEXT, /* a number, a name, a quoted text: its value is 0 unless it begins with a number */
	EXPR_NOTHING,
	EXPR_FIELD,
	EXPR_ELEMENT, /* of an array, at a fixed place */
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
	int8_t rank;           /* of an operator, as perf has them */
	uint32_t offset, size; /* what is read as a number; size 0: nothing */
	uint64_t value;        /* EXPR_TEXT; EXPR_MASK: the bits that stay */
	const char *text;      /* EXPR_TEXT; EXPR_FLAGS: what is between two */
	const struct trace_field *field;
	struct trace_expr *test, *left, *right; /* EXPR_HEX, EXPR_ARRAY: bytes, their number, the size of each */
	const struct trace_word *words;
	uint32_t n_words;
	struct trace_expr *next; /* the argument after this one */
};

/* A value; data of need bytes or more. swap: they are of the other byte order. */
uint64_t trace_expr_value(const struct trace_expr *e, const uint8_t *data, bool swap);

/* Whether its value is known when the format is read. */
bool trace_expr_is_constant(const struct trace_expr *e);

/* What casts are of. */
const struct trace_expr *trace_expr_uncast(const struct trace_expr *e);

/*
 * The number that a word of flags stands for, of a constant. Perf knows the numbers of some names there, and takes all
 * others for -1, as it does what is negative.
 */
uint64_t trace_expr_word(const struct trace_expr *e);

/* Where the data of a dynamic field are, and how many bytes; the record may end before. */
uint32_t trace_field_dynamic(const struct trace_field *f, const uint8_t *data, bool swap, uint32_t *ret_size);

/* A number of 1, 2, 4 or 8 bytes; of any other size: 0. */
uint64_t trace_number(const uint8_t *p, uint32_t size, bool swap);

#endif
