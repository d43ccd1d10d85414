/*
 * protobuf: the fields of a message in protocol buffers' wire format, one after another.
 *
 * Source: protobuf.dev, "Encoding". Groups, long out of use, are taken for damage. No state, any thread.
 */
#ifndef PREC_FORMATS_FEATURE_PROTOBUF_H
#define PREC_FORMATS_FEATURE_PROTOBUF_H

#include "common/cursor.h"

enum protobuf_wire {
	PROTOBUF_VARINT = 0,
	PROTOBUF_FIXED64 = 1,
	PROTOBUF_BYTES = 2,
	PROTOBUF_FIXED32 = 5,
};

struct protobuf_field {
	uint32_t number;
	enum protobuf_wire wire;
	uint64_t value;      /* all but BYTES */
	struct cursor bytes; /* BYTES: a string, a message ... */
};

/* The next field of the message in c: 1, 0 at its end, -EBADMSG. */
int protobuf_next(struct cursor *c, struct protobuf_field *ret_field);

#endif
