#include "formats/feature/protobuf.h"

#include <errno.h>

/* Reads a varint: seven bits in each byte, the lowest first; at most ten bytes. */
static uint64_t varint(struct cursor *c)
{
	uint64_t value = 0;

	for (unsigned shift = 0; shift < 70; shift += 7) {
		uint8_t byte = cursor_u8(c);

		if (shift < 64)
			value |= (uint64_t)(byte & 0x7f) << shift;
		if (!(byte & 0x80))
			return value;
	}
	c->failed = true;
	return 0;
}

/* Reads a fixed number, which is little-endian whatever the byte order of the file is. */
static uint64_t fixed(struct cursor *c, size_t size)
{
	const uint8_t *p = cursor_bytes(c, size);
	uint64_t value = 0;

	for (size_t i = size; p && i-- > 0;)
		value = value << 8 | p[i];
	return value;
}

int protobuf_next(struct cursor *c, struct protobuf_field *ret_field)
{
	struct protobuf_field field = { 0 };
	uint64_t key;

	if (cursor_ok(c) && !cursor_left(c))
		return 0;
	key = varint(c);
	field.number = (uint32_t)(key >> 3);
	switch (key & 7) {
	case PROTOBUF_VARINT: field.value = varint(c); break;
	case PROTOBUF_FIXED64: field.value = fixed(c, 8); break;
	case PROTOBUF_BYTES: field.bytes = cursor_sub(c, varint(c)); break;
	case PROTOBUF_FIXED32: field.value = fixed(c, 4); break;
	default: c->failed = true;
	}
	if (!cursor_ok(c) || key >> 3 != field.number || !field.number)
		return -EBADMSG;
	field.wire = (enum protobuf_wire)(key & 7);
	*ret_field = field;
	return 1;
}
