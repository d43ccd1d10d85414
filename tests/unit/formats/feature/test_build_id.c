#include "formats/feature/build_id.h"

#include <errno.h>
#include <string.h>

#include "common/buffer.h"
#include "tests/support/test.h"

static const uint8_t example[BUILD_ID_SIZE_MAX] = { 0xe4, 0xf1, 0x8d, 0x9d, 0xc1, 0xd0, 0xe6, 0xfc, 0x2b, 0x17,
						    0xe9, 0x3e, 0x88, 0x5a, 0x64, 0x7b, 0x3c, 0x0a, 0x6f, 0xc1 };

static void put_note(struct buffer *b, uint32_t type, const char *name, const void *data, size_t size, size_t align)
{
	buffer_put_u32(b, (uint32_t)strlen(name) + 1);
	buffer_put_u32(b, (uint32_t)size);
	buffer_put_u32(b, type);
	buffer_put_string(b, name);
	buffer_pad(b, align);
	buffer_append(b, data, size);
	buffer_pad(b, align);
}

static int find(struct build_id *id, const struct buffer *b, size_t align)
{
	return build_id_find_note(id, cursor_make(b->data, b->size, b->swap), align);
}

TEST(hexadecimal)
{
	struct build_id id = { .size = 20 };
	char hex[BUILD_ID_HEX_SIZE];

	memcpy(id.data, example, 20);
	CHECK_EQ_U64(build_id_format(&id, hex), 40);
	CHECK_STR(hex, "e4f18d9dc1d0e6fc2b17e93e885a647b3c0a6fc1");
	memset(&id, 0, sizeof(id));
	CHECK_EQ_I64(build_id_parse(&id, "E4f18D9d"), 0);
	CHECK_EQ_U64(id.size, 4);
	CHECK_BYTES(id.data, example, 4);
}

TEST(bad_hexadecimal)
{
	struct build_id id = { .size = 7 };

	CHECK_EQ_I64(build_id_parse(&id, ""), -EINVAL);
	CHECK_EQ_I64(build_id_parse(&id, "e4f"), -EINVAL);
	CHECK_EQ_I64(build_id_parse(&id, "e4fg"), -EINVAL);
	CHECK_EQ_I64(build_id_parse(&id, "e4f18d9dc1d0e6fc2b17e93e885a647b3c0a6fc100"), -EINVAL);
	CHECK_EQ_U64(id.size, 7);
}

TEST(among_other_notes)
{
	for (int swap = 0; swap < 2; swap++)
		for (size_t align = 4; align <= 8; align += 4) {
			struct build_id id = { 0 };
			struct buffer b;

			buffer_init(&b);
			b.swap = swap;
			put_note(&b, 3, "Xen", "abc", 3, align);
			put_note(&b, 1, "GNU", "12345", 5, align);
			put_note(&b, 3, "GNU", example, 20, align);
			CHECK_EQ_I64(find(&id, &b, align), 0);
			CHECK_EQ_U64(id.size, 20);
			CHECK_BYTES(id.data, example, 20);
			buffer_fini(&b);
		}
}

TEST(short_and_long_ids)
{
	uint8_t longer[32] = { 1, 2, 3 };
	struct build_id id = { 0 };
	struct buffer b;

	buffer_init(&b);
	put_note(&b, 3, "GNU", example, 8, 4);
	CHECK_EQ_I64(find(&id, &b, 4), 0);
	CHECK_EQ_U64(id.size, 8);
	buffer_clear(&b);
	put_note(&b, 3, "GNU", longer, sizeof(longer), 4);
	CHECK_EQ_I64(find(&id, &b, 4), 0);
	CHECK_EQ_U64(id.size, BUILD_ID_SIZE_MAX);
	CHECK_BYTES(id.data, longer, BUILD_ID_SIZE_MAX);
	buffer_fini(&b);
}

TEST(none)
{
	struct build_id id = { .size = 7 };
	struct buffer b;

	buffer_init(&b);
	CHECK_EQ_I64(find(&id, &b, 4), -ENOENT);
	put_note(&b, 1, "GNU", "1234", 4, 4);
	CHECK_EQ_I64(find(&id, &b, 4), -ENOENT);
	CHECK_EQ_U64(id.size, 7);
	buffer_fini(&b);
}

TEST(every_truncation)
{
	struct build_id id;
	struct buffer b;

	buffer_init(&b);
	put_note(&b, 1, "GNU", "1234", 4, 4);
	put_note(&b, 3, "GNU", example, 20, 4);
	for (size_t size = 1; size < b.size; size++) {
		int result = build_id_find_note(&id, cursor_make(b.data, size, false), 4);

		CHECK_EQ_I64(result, size == 20 ? -ENOENT : -EBADMSG);
	}
	buffer_fini(&b);
}

TEST(sizes_beyond_the_input)
{
	struct build_id id;
	struct buffer b;

	buffer_init(&b);
	put_note(&b, 3, "GNU", example, 20, 4);
	buffer_set_u32(&b, 4, UINT32_MAX);
	CHECK_EQ_I64(find(&id, &b, 4), -EBADMSG);
	buffer_set_u32(&b, 4, 20);
	buffer_set_u32(&b, 0, UINT32_MAX);
	CHECK_EQ_I64(find(&id, &b, 4), -EBADMSG);
	buffer_fini(&b);
}
