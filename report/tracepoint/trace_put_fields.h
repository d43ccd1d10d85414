/*
 * trace_put_fields: the text of a record's data, field by field: of a tracepoint whose print format cannot be read.
 */
#ifndef PREC_REPORT_TRACEPOINT_TRACE_PUT_FIELDS_H
#define PREC_REPORT_TRACEPOINT_TRACE_PUT_FIELDS_H

#include "common/buffer.h"
#include "report/tracepoint/trace_format.h"

/*
 * Appends " NAME=VALUE" for each field but those that all tracepoints have. What the data lack of the fields is taken
 * for zeros. swap: they are of the other byte order. Any thread.
 */
void trace_put_fields(const struct trace_format *format, const uint8_t *data, size_t size, bool swap, struct buffer *b);

#endif
