/*
 * trace_plan_put: what a plan is made of, and filling it in from the data of a record.
 */
#ifndef PREC_REPORT_TRACEPOINT_TRACE_PLAN_PUT_H
#define PREC_REPORT_TRACEPOINT_TRACE_PLAN_PUT_H

#include "common/buffer.h"
#include "report/tracepoint/trace_expr.h"

#define PLAN_WIDTH_MAX 128

/* What is between a percent sign and its letter, and the letter. */
struct plan_format {
	bool left, zero, alternate;
	uint8_t width;
	int8_t bits; /* 16, 32 or 64 */
	char letter;
};

enum plan_kind {
	PLAN_TEXT,
	PLAN_NUMBER,
	PLAN_CHARS,   /* an array of characters */
	PLAN_DYNAMIC, /* __get_str */
	PLAN_CHOICE,  /* number ? string : string */
	PLAN_FLAGS,   /* __print_flags */
	PLAN_SYMBOL,  /* __print_symbolic */
};

/* A word that stands for a number; the number -1: for nothing at all. */
struct plan_word {
	uint64_t number;
	const char *text;
};

struct plan_piece {
	enum plan_kind kind;
	struct plan_format format;
	const char *text; /* PLAN_TEXT; what is between flags */
	uint32_t size;    /* of it, or of PLAN_CHARS */
	uint32_t offset;  /* PLAN_CHARS; PLAN_DYNAMIC: of the u32 that says where */
	bool relative;    /* PLAN_DYNAMIC: to what is behind that u32 */
	const struct trace_expr *value;
	const struct plan_piece *yes, *no; /* PLAN_CHOICE */
	const struct plan_word *words;
	uint32_t n_words;
	struct plan_piece *next;
};

struct trace_plan {
	uint32_t need; /* bytes a record must have */
	const struct plan_piece *first;
};

/* Appends the text of the data. False, with nothing appended, when they are not what the format says. */
bool trace_plan_put(const struct trace_plan *plan, const uint8_t *data, size_t size, struct buffer *b);

#endif
