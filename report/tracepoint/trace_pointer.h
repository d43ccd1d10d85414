/*
 * trace_pointer: what a pointer in a tracepoint's format leads to: addresses of networks, UUIDs: %pI4, %pI6c, %pISpc,
 * %pM, %pUb (Documentation/core-api/printk-formats.rst).
 */
#ifndef PREC_REPORT_TRACEPOINT_TRACE_POINTER_H
#define PREC_REPORT_TRACEPOINT_TRACE_POINTER_H

#include "common/buffer.h"

/* Appends the text of the bytes, of the other byte order with swap; extension: what follows %p. False: none of these.
 */
bool trace_pointer_put(struct buffer *b, const char *extension, const uint8_t *bytes, size_t size, bool swap);

#endif
