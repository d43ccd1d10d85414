#include "formats/archive/archive_coder.h"
#include "tests/support/test.h"

#include <errno.h>

static const uint64_t numbers[] = { 0, 1, 2, 127, 128, 1ull << 31, 1ull << 32, UINT64_MAX, 1ull << 63, 5, 5, 5 };

/* Codes one value of each kind for each number. */
static void code_all(struct archive_coder *c)
{
	for (size_t i = 0; i < ARRAY_SIZE(numbers); i++) {
		uint64_t value = c->decodes ? 99 : numbers[i];
		bool flag = !c->decodes && i % 5 != 2;
		uint8_t byte = c->decodes ? 0 : (uint8_t)i;
		char bytes[4] = "";

		if (!c->decodes)
			memcpy(bytes, "four", 4);
		archive_code_number(c, STREAM_TIME, i ? numbers[i - 1] : 7, &value);
		archive_code_flag(c, STREAM_ID_SAME, &flag);
		archive_code_byte(c, STREAM_CLASS, &byte);
		archive_code_bytes(c, STREAM_BODY, bytes, sizeof(bytes));
		CHECK_EQ_U64(value, numbers[i]);
		CHECK_EQ_I64(flag, i % 5 != 2);
		CHECK_EQ_I64(byte, (int)i);
		CHECK(!memcmp(bytes, "four", 4));
	}
}

static void pack(struct archive_coder *c, struct buffer *out)
{
	struct error err = ERROR_INIT;

	buffer_init(out);
	out->swap = order_is_swapped(false);
	archive_coder_init(c);
	archive_coder_begin(c);
	code_all(c);
	CHECK_EQ_I64(archive_coder_pack(c, 3, out, &err), 0);
}

TEST(values_come_back)
{
	struct error err = ERROR_INIT;
	struct archive_coder c;
	struct cursor in;
	struct buffer out;

	pack(&c, &out);
	archive_coder_rewind(&c);
	code_all(&c);
	CHECK(archive_coder_is_done(&c));
	in = cursor_make(out.data, out.size, out.swap);
	CHECK_EQ_I64(archive_coder_unpack(&c, &in, 1000, &err), 0);
	CHECK(!archive_coder_is_done(&c));
	code_all(&c);
	CHECK(archive_coder_is_done(&c));
	/* One more is one too many. */
	archive_code_byte(&c, STREAM_CLASS, &(uint8_t){ 0 });
	CHECK(c.failed);
	archive_coder_fini(&c);
	buffer_fini(&out);
}

TEST(a_limit_holds)
{
	struct error err = ERROR_INIT;
	struct archive_coder c;
	struct cursor in;
	struct buffer out;

	pack(&c, &out);
	in = cursor_make(out.data, out.size, out.swap);
	CHECK_EQ_I64(archive_coder_unpack(&c, &in, 60, &err), -E2BIG);
	archive_coder_fini(&c);
	buffer_fini(&out);
}

TEST(cut_streams_are_refused)
{
	struct error err = ERROR_INIT;
	struct archive_coder c;
	struct buffer out;

	pack(&c, &out);
	for (size_t size = 0; size < out.size; size++) {
		struct cursor in = cursor_make(out.data, size, out.swap);

		CHECK_EQ_I64(archive_coder_unpack(&c, &in, 1000, &err), -EBADMSG);
	}
	archive_coder_fini(&c);
	buffer_fini(&out);
}
