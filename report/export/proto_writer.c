#include "report/export/proto_writer.h"

#include "formats/feature/protobuf.h"

/* Seven bits of each byte of a varint are of the number. */
#define VARINT_MAX 10

static size_t varint_make(uint8_t bytes[static VARINT_MAX], uint64_t value)
{
	size_t n = 0;

	for (; value > 0x7f; value >>= 7)
		bytes[n++] = (uint8_t)(value | 0x80);
	bytes[n++] = (uint8_t)value;
	return n;
}

void proto_put_packed(struct buffer *b, uint64_t value)
{
	uint8_t *to = buffer_reserve(b, VARINT_MAX);

	if (to)
		b->size += varint_make(to, value);
}

static void put_tag(struct buffer *b, uint32_t field, enum protobuf_wire wire)
{
	proto_put_packed(b, (uint64_t)field << 3 | wire);
}

void proto_put_number(struct buffer *b, uint32_t field, uint64_t value)
{
	put_tag(b, field, PROTOBUF_VARINT);
	proto_put_packed(b, value);
}

void proto_put_nonzero(struct buffer *b, uint32_t field, uint64_t value)
{
	if (value)
		proto_put_number(b, field, value);
}

void proto_put_fixed64(struct buffer *b, uint32_t field, uint64_t value)
{
	uint8_t *to;

	put_tag(b, field, PROTOBUF_FIXED64);
	to = buffer_append(b, NULL, sizeof(value));
	for (size_t i = 0; to && i < sizeof(value); i++)
		to[i] = (uint8_t)(value >> 8 * i);
}

void proto_put_bytes(struct buffer *b, uint32_t field, const void *data, size_t size)
{
	put_tag(b, field, PROTOBUF_BYTES);
	proto_put_packed(b, size);
	if (size)
		buffer_append(b, data, size);
}

void proto_put_string(struct buffer *b, uint32_t field, const char *text)
{
	proto_put_bytes(b, field, text, strlen(text));
}

/* Room for a length of one byte, which most messages have. */
size_t proto_begin(struct buffer *b, uint32_t field)
{
	put_tag(b, field, PROTOBUF_BYTES);
	buffer_put_u8(b, 0);
	return b->size;
}

void proto_end(struct buffer *b, size_t at)
{
	uint8_t length[VARINT_MAX];
	size_t size = b->size - at, n = varint_make(length, size);

	if (n > 1)
		buffer_append(b, NULL, n - 1);
	if (!buffer_ok(b))
		return;
	memmove(b->data + at + n - 1, b->data + at, size);
	memcpy(b->data + at - 1, length, n);
}
