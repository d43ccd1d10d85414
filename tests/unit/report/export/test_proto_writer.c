#include "formats/feature/protobuf.h"
#include "report/export/proto_writer.h"
#include "tests/support/test.h"

static void check_buffer(struct buffer *b, const char *want, size_t size)
{
	CHECK(buffer_ok(b));
	CHECK_EQ_U64(b->size, size);
	CHECK_BYTES(b->data, want, size);
	buffer_fini(b);
}

#define CHECK_BUFFER(b, want) check_buffer(b, want, sizeof(want) - 1)

TEST(fields_of_every_kind)
{
	struct buffer b;

	buffer_init(&b);
	proto_put_number(&b, 1, 150);
	proto_put_number(&b, 2, 0);
	proto_put_nonzero(&b, 3, 0);
	proto_put_nonzero(&b, 3, 1);
	proto_put_string(&b, 2, "testing");
	proto_put_bytes(&b, 16, "\0\xff", 2);
	proto_put_string(&b, 5, "");
	proto_put_fixed64(&b, 3, 0x0807060504030201);
	CHECK_BUFFER(&b, "\x08\x96\x01"
			 "\x10\x00"
			 "\x18\x01"
			 "\x12\x07testing"
			 "\x82\x01\x02\x00\xff"
			 "\x2a\x00"
			 "\x19\x01\x02\x03\x04\x05\x06\x07\x08");
}

TEST(negative_numbers_have_ten_bytes)
{
	struct buffer b;

	buffer_init(&b);
	proto_put_number(&b, 1, (uint64_t)INT64_C(-1));
	CHECK_BUFFER(&b, "\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01");
}

TEST(messages_in_messages)
{
	struct buffer b;
	size_t outer, inner;

	buffer_init(&b);
	outer = proto_begin(&b, 1);
	proto_put_number(&b, 2, 3);
	inner = proto_begin(&b, 4);
	proto_put_packed(&b, 5);
	proto_put_packed(&b, 300);
	proto_end(&b, inner);
	proto_end(&b, outer);
	inner = proto_begin(&b, 6);
	proto_end(&b, inner);
	CHECK_BUFFER(&b, "\x0a\x07\x10\x03\x22\x03\x05\xac\x02\x32\x00");
}

/* Lengths of more than one byte move what is in the message. */
TEST(long_messages)
{
	static const size_t sizes[] = { 126, 127, 128, 129, 16383, 16384, 3000000 };

	for (size_t i = 0; i < ARRAY_SIZE(sizes); i++) {
		struct protobuf_field outer, inner;
		struct cursor c;
		struct buffer b;
		size_t at, at_inner;

		buffer_init(&b);
		at = proto_begin(&b, 9);
		at_inner = proto_begin(&b, 7);
		for (size_t k = 0; k < sizes[i]; k++)
			proto_put_packed(&b, k % 127);
		proto_end(&b, at_inner);
		proto_end(&b, at);
		proto_put_number(&b, 1, 1);
		c = cursor_make(b.data, b.size, false);
		CHECK_EQ_I64(protobuf_next(&c, &outer), 1);
		CHECK(outer.number == 9 && outer.wire == PROTOBUF_BYTES);
		CHECK_EQ_I64(protobuf_next(&outer.bytes, &inner), 1);
		CHECK(inner.number == 7 && inner.wire == PROTOBUF_BYTES);
		CHECK_EQ_U64(cursor_left(&inner.bytes), sizes[i]);
		for (size_t k = 0; k < sizes[i]; k++)
			CHECK(inner.bytes.start[k] == k % 127);
		CHECK_EQ_I64(protobuf_next(&outer.bytes, &inner), 0);
		CHECK_EQ_I64(protobuf_next(&c, &outer), 1);
		CHECK_EQ_I64(protobuf_next(&c, &outer), 0);
		buffer_fini(&b);
	}
}
