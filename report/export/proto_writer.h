/*
 * proto_writer: appends the fields of protobuf messages to a buffer.
 *
 *	size_t at = proto_begin(&b, 4);
 *
 *	proto_put_number(&b, 1, id);
 *	proto_end(&b, at);
 *
 * Source: protobuf.dev, "Encoding". Without memory the buffer fails, as it does for other bytes.
 */
#ifndef PREC_REPORT_EXPORT_PROTO_WRITER_H
#define PREC_REPORT_EXPORT_PROTO_WRITER_H

#include "common/buffer.h"

/* Appends a number: uint64, int64 (as uint64_t), an enum or a bool. */
void proto_put_number(struct buffer *b, uint32_t field, uint64_t value);

/* Appends a number unless it is 0, which readers of proto3 take a missing field for. */
void proto_put_nonzero(struct buffer *b, uint32_t field, uint64_t value);

void proto_put_fixed64(struct buffer *b, uint32_t field, uint64_t value);
void proto_put_bytes(struct buffer *b, uint32_t field, const void *data, size_t size);

/* Appends a string, which must be UTF-8: readers refuse others. */
void proto_put_string(struct buffer *b, uint32_t field, const char *text);

/*
 * Begins a message as a field, or packed numbers; these may be nested. Returns what proto_end needs, which puts the
 * length before it.
 */
size_t proto_begin(struct buffer *b, uint32_t field);
void proto_end(struct buffer *b, size_t at);

/* Appends one of packed numbers: a varint without a field. */
void proto_put_packed(struct buffer *b, uint64_t value);

#endif
