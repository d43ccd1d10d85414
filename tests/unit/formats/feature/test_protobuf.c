#include "formats/feature/protobuf.h"
#include "tests/support/test.h"

#include <errno.h>

static int next_of(const char *bytes, size_t size, struct protobuf_field *ret_field)
{
	struct cursor c = cursor_make(bytes, size, false);

	return protobuf_next(&c, ret_field);
}

#define NEXT(bytes, field) next_of(bytes, sizeof(bytes) - 1, field)

TEST(fields_of_every_wire)
{
	static const char message[] = "\x08\x96\x01"
				      "\x12\x07testing"
				      "\x19\x01\x02\x03\x04\x05\x06\x07\x08"
				      "\x25\x01\x02\x03\x04"
				      "\xfa\xff\xff\xff\x0f\x00";
	struct cursor c = cursor_make(message, sizeof(message) - 1, true);
	struct protobuf_field f;

	CHECK_EQ_I64(protobuf_next(&c, &f), 1);
	CHECK(f.number == 1 && f.wire == PROTOBUF_VARINT && f.value == 150);
	CHECK_EQ_I64(protobuf_next(&c, &f), 1);
	CHECK(f.number == 2 && f.wire == PROTOBUF_BYTES);
	CHECK_BYTES(f.bytes.start, "testing", 7);
	CHECK_EQ_U64(cursor_left(&f.bytes), 7);
	CHECK_EQ_I64(protobuf_next(&c, &f), 1);
	CHECK(f.number == 3 && f.wire == PROTOBUF_FIXED64 && f.value == 0x0807060504030201);
	CHECK_EQ_I64(protobuf_next(&c, &f), 1);
	CHECK(f.number == 4 && f.wire == PROTOBUF_FIXED32 && f.value == 0x04030201);
	CHECK_EQ_I64(protobuf_next(&c, &f), 1);
	CHECK(f.number == 0x1fffffff && f.wire == PROTOBUF_BYTES);
	CHECK_EQ_U64(cursor_left(&f.bytes), 0);
	CHECK_EQ_I64(protobuf_next(&c, &f), 0);
}

TEST(largest_number)
{
	struct protobuf_field f;

	CHECK_EQ_I64(NEXT("\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", &f), 1);
	CHECK_EQ_U64(f.value, UINT64_MAX);
	/* eleven bytes */
	CHECK_EQ_I64(NEXT("\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", &f), -EBADMSG);
}

/* Groups, a field 0, field numbers beyond 32 bits. */
TEST(not_a_field)
{
	struct protobuf_field f;

	for (unsigned wire = 3; wire < 8; wire++) {
		char bytes[] = { (char)(8 | wire), 0, 0, 0, 0, 0, 0, 0, 0 };

		CHECK_EQ_I64(next_of(bytes, sizeof(bytes), &f), wire == 5 ? 1 : -EBADMSG);
	}
	CHECK_EQ_I64(NEXT("\0\1", &f), -EBADMSG);
	CHECK_EQ_I64(NEXT("\xf8\xff\xff\xff\xff\xff\x01\1", &f), -EBADMSG);
}

TEST(cut_everywhere)
{
	static const char *const fields[] = { "\x08\x96\x01", "\x12\x07testing", "\x19\1\2\3\4\5\6\7\10",
					      "\x25\1\2\3\4" };
	struct protobuf_field f;

	for (size_t i = 0; i < ARRAY_SIZE(fields); i++)
		for (size_t size = 0; size < strlen(fields[i]); size++)
			CHECK_EQ_I64(next_of(fields[i], size, &f), size ? -EBADMSG : 0);
}

/* Sizes no message has. */
TEST(size_beyond_the_end)
{
	struct protobuf_field f;

	CHECK_EQ_I64(NEXT("\x12\x08testing", &f), -EBADMSG);
	CHECK_EQ_I64(NEXT("\x12\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01testing", &f), -EBADMSG);
}
