/*
 * protobuf: reads the fields of a message in the wire format of protocol buffers.
 *
 * Source: protobuf.dev, "Encoding". Groups, which are deprecated, count as damage.
 *
 * Threads: no state, any thread.
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
	uint64_t value;      /* of numbers */
	struct cursor bytes; /* of PROTOBUF_BYTES: a string, a message ... */
};

/* Reads the next field of the message in c. 1; 0: the end; -EBADMSG: damaged. */
int protobuf_next(struct cursor *c, struct protobuf_field *ret_field);

#endif
