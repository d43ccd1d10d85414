/*
 * trace_data: the raw data of a record, as their tracepoint's format reads them. What they lack of what the format says
 * is taken for zeros.
 */
#ifndef PREC_REPORT_TRACEPOINT_TRACE_DATA_H
#define PREC_REPORT_TRACEPOINT_TRACE_DATA_H

#include "report/tracepoint/trace_expr.h"

#include <stddef.h>

struct trace_data {
	const uint8_t *bytes; /* borrowed, or `longer` */
	size_t size;
	bool swap;       /* they are of the other byte order */
	uint8_t *longer; /* owned; NULL: they have all that is needed */
};

/* Data of which `need` bytes are read without being asked for. False: no memory. _fini is due either way. */
bool trace_data_init(struct trace_data *d, const uint8_t *bytes, size_t size, size_t need, bool swap);
void trace_data_fini(struct trace_data *d);

/* The value of an expression that needs no more than `need`. */
uint64_t trace_data_value(const struct trace_data *d, const struct trace_expr *e);

/* The bytes in a range, as far as they are there. */
const uint8_t *trace_data_range(const struct trace_data *d, uint32_t offset, uint32_t size, size_t *ret_size);

#endif
