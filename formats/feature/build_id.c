#include "formats/feature/build_id.h"

#include <ctype.h>
#include <errno.h>

#define NOTE_GNU_BUILD_ID 3

size_t build_id_format(const struct build_id *id, char *hex)
{
	static const char digits[] = "0123456789abcdef";
	size_t n = 0;

	for (size_t i = 0; i < id->size && i < BUILD_ID_SIZE_MAX; i++) {
		hex[n++] = digits[id->data[i] >> 4];
		hex[n++] = digits[id->data[i] & 15];
	}
	hex[n] = 0;
	return n;
}

static uint8_t hex_digit(char c)
{
	return isdigit((unsigned char)c) ? c - '0' : tolower((unsigned char)c) - 'a' + 10;
}

int build_id_parse(struct build_id *ret_id, const char *hex)
{
	struct build_id id = { 0 };
	size_t n = strnlen(hex, BUILD_ID_HEX_SIZE);

	if (!n || n % 2 || n > 2 * BUILD_ID_SIZE_MAX)
		return -EINVAL;
	for (size_t i = 0; i < n; i++) {
		if (!isxdigit((unsigned char)hex[i]))
			return -EINVAL;
		id.data[i / 2] = id.data[i / 2] << 4 | hex_digit(hex[i]);
	}
	id.size = n / 2;
	*ret_id = id;
	return 0;
}

/* Skips to the next multiple of align; the last note of a segment may lack its padding. */
static void note_skip(struct cursor *c, uint64_t size, size_t align)
{
	uint64_t padding = align_up(size, align) - size;

	cursor_skip(c, size);
	cursor_skip(c, padding < cursor_left(c) ? padding : cursor_left(c));
}

int build_id_find_note(struct build_id *ret_id, struct cursor notes, size_t align)
{
	if (align != 8)
		align = 4;
	while (cursor_left(&notes)) {
		uint32_t name_size = cursor_u32(&notes);
		uint32_t size = cursor_u32(&notes);
		uint32_t type = cursor_u32(&notes);
		const uint8_t *name = notes.pos;
		struct cursor data;

		/* With alignment 8, name and description begin at multiples of 8 from the note's start, 12 bytes
		 * before. */
		note_skip(&notes, name_size, 1);
		cursor_skip(&notes, align_up(12 + (uint64_t)name_size, align) - 12 - name_size);
		data = cursor_make(notes.pos, cursor_left(&notes), notes.swap);
		note_skip(&notes, size, align);
		if (!cursor_ok(&notes))
			return -EBADMSG;
		if (type != NOTE_GNU_BUILD_ID || name_size != 4 || memcmp(name, "GNU", 4) || !size)
			continue;
		*ret_id = (struct build_id){ .size = size < BUILD_ID_SIZE_MAX ? size : BUILD_ID_SIZE_MAX };
		memcpy(ret_id->data, data.pos, ret_id->size);
		return 0;
	}
	return -ENOENT;
}

bool build_id_equal(const struct build_id *a, const struct build_id *b)
{
	return a->size == b->size && !memcmp(a->data, b->data, a->size);
}
