#include "report/export/plain_name.h"

#include "common/printable.h"
#include "common/text.h"

/* The size of the character at the beginning of a text that stands for itself; 0: its first byte is escaped. */
static size_t plain_size(const uint8_t *text, size_t left)
{
	size_t size;

	if (*text < 0x80)
		return *text >= ' ' && *text != 0x7f && !(*text == '\\' && left > 1 && text[1] == 'x');
	size = utf8_size(text, left, NULL);
	/* U+0080 to U+009F */
	return size == 2 && text[0] == 0xc2 && text[1] < 0xa0 ? 0 : size;
}

/* How many bytes at the beginning of a text are plain. */
static size_t plain_prefix(const uint8_t *text, size_t left)
{
	size_t at = 0, size;

	while (at < left && (size = plain_size(text + at, left - at)))
		at += size;
	return at;
}

void plain_name_put(struct buffer *b, const char *name)
{
	const uint8_t *text = (const uint8_t *)name;
	size_t left = strlen(name);

	while (left) {
		size_t plain = plain_prefix(text, left);

		buffer_append(b, text, plain);
		text += plain;
		left -= plain;
		if (!left)
			break;
		text_put(b, "\\x");
		buffer_append(b, &text_hex_pairs[2 * *text], 2);
		text++;
		left--;
	}
}

const char *plain_name(struct buffer *b, const char *name)
{
	size_t size = strlen(name);

	if (plain_prefix((const uint8_t *)name, size) == size)
		return name;
	buffer_clear(b);
	plain_name_put(b, name);
	buffer_put_u8(b, 0);
	return buffer_ok(b) ? (const char *)b->data : NULL;
}
