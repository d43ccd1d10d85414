/*
 * trace_expr: the numbers in a tracepoint's print format, as libtraceevent has parsed them, made ready to be computed
 * many times: REC->prev_state & 0xff, REC->args[2], (unsigned long)REC->fd, a ? b : c.
 *
 * The results are those of the library, which computes everything in unsigned 64 bits and takes fields for unsigned.
 * Only for data of this machine's byte order. What is not known here is no error: the library is left to do it.
 */
#ifndef PREC_REPORT_TRACEPOINT_TRACE_EXPR_H
#define PREC_REPORT_TRACEPOINT_TRACE_EXPR_H

#include "common/arena.h"

#include <stdbool.h>
#include <stdint.h>

struct tep_event;
struct tep_print_arg;
struct trace_expr;

/* What is compiled, and what it takes. */
struct trace_compile {
	struct arena *arena; /* borrowed; what is made lives there */
	struct tep_event *event;
	uint32_t need; /* so far: bytes that a record must have */
	uint32_t n;    /* nodes so far */
};

/* NULL: the library's. */
const struct trace_expr *trace_expr_new(struct trace_compile *c, struct tep_print_arg *arg);

/* Of data of c.need bytes or more. */
uint64_t trace_expr_value(const struct trace_expr *e, const uint8_t *data);

/* A number in a name's place in the format: {0x1, "S"}. False: none. */
bool trace_number_parse(const char *text, uint64_t *ret_number);

#endif
