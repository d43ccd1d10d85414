/*
 * attr: perf_event_attr between a file's bytes (any size, either byte order) and struct event_attr.
 */
#ifndef PREC_FORMATS_RECORD_ATTR_H
#define PREC_FORMATS_RECORD_ATTR_H

#include "common/buffer.h"
#include "common/cursor.h"
#include "common/error.h"
#include "formats/record/abi.h"
#include "formats/record/field.h"

/*
 * Reads an attr from the cursor, which holds exactly the bytes there are: fields beyond them are 0, bytes beyond the
 * known fields are passed over. attr->size is the smaller of what the attr says and what there was.
 * -ENODATA when fewer than ATTR_SIZE_VER0 bytes are there.
 */
int attr_decode(struct event_attr *ret_attr, struct cursor *c, struct error *err);

/* Appends the attr's first attr->size bytes (at most sizeof(struct event_attr)), in the order b->swap asks for. */
void attr_encode(struct buffer *b, const struct event_attr *attr);

/* The attr as this machine's kernel has it: struct perf_event_attr, byte for byte; and from there. */
struct event_attr attr_to_kernel(const struct event_attr *attr);
struct event_attr attr_from_kernel(const struct event_attr *own);

/*
 * attr_fields: a perf_event_attr as named values (formats/record/field.h).
 */

/* All fields, within a group that the caller has begun. */
void attr_fields(const struct event_attr *attr, const struct field_sink *sink);

#endif
