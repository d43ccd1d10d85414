/*
 * attr: converts between struct event_attr and the bytes of a perf_event_attr in a file, of any size and byte order.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_FORMATS_RECORD_ATTR_H
#define PREC_FORMATS_RECORD_ATTR_H

#include "common/buffer.h"
#include "common/cursor.h"
#include "common/error.h"
#include "formats/record/abi.h"
#include "formats/record/field.h"

/*
 * Reads an attr, which takes all bytes that the cursor has left. Fields that it does not have are 0; bytes after the
 * known fields are skipped. The size in *ret_attr is the smaller of the attr's own and the number of bytes. 0;
 * -ENODATA: fewer than ATTR_SIZE_VER0 bytes.
 */
int attr_decode(struct event_attr *ret_attr, struct cursor *c, struct error *err);

/* Appends the attr's first attr->size bytes (at most sizeof(struct event_attr)), in the byte order of b->swap. */
void attr_encode(struct buffer *b, const struct event_attr *attr);

/* Convert to and from this machine's struct perf_event_attr, byte for byte. */
struct event_attr attr_to_kernel(const struct event_attr *attr);
struct event_attr attr_from_kernel(const struct event_attr *own);

/* Puts all fields of an attr into the sink. The caller has begun a group for them. */
void attr_fields(const struct event_attr *attr, const struct field_sink *sink);

#endif
