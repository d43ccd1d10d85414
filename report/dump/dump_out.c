#include "report/dump/dump_out.h"

#include "common/text.h"
#include "report/terminal/stdout_guard.h"

void dump_out_init(struct dump_out *o, int fd)
{
	o->fd = fd;
	o->before_write = NULL;
	o->error = 0;
	o->used = 0;
}

int dump_out_flush(struct dump_out *o)
{
	if (o->used && !o->error && o->before_write)
		o->error = o->before_write(o->context);
	if (o->used && !o->error)
		o->error = stdout_write(o->fd, o->data, o->used);
	o->used = 0;
	return o->error;
}

void dump_out_more(struct dump_out *o, const char *data, size_t size)
{
	while (size) {
		size_t room = sizeof(o->data) - o->used;
		size_t n = size < room ? size : room;

		memcpy(o->data + o->used, data, n);
		o->used += n;
		data += n;
		size -= n;
		if (o->used == sizeof(o->data))
			dump_out_flush(o);
	}
}

void dump_out_decimal(struct dump_out *o, uint64_t v)
{
	dump_out_end(o, text_u64(dump_out_room(o, TEXT_NUMBER), v, 0, ' '));
}

void dump_out_hex_bytes(struct dump_out *o, const uint8_t *data, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		memcpy(dump_out_room(o, 2), &text_hex_pairs[2 * data[i]], 2);
		o->used += 2;
	}
}

/* How many bytes the UTF-8 character at text has; 0: it is none, or one that steers a terminal (U+0080 to U+009F). */
static size_t utf8_size(const uint8_t *text, size_t left)
{
	uint8_t first = text[0];
	size_t n = first >= 0xf0 && first < 0xf5 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 0;
	uint32_t c = first & (0xff >> (n + 1));

	if (!n || first >= 0xf5 || n > left)
		return 0;
	for (size_t i = 1; i < n; i++) {
		if ((text[i] & 0xc0) != 0x80)
			return 0;
		c = c << 6 | (text[i] & 0x3f);
	}
	if (c < 0xa0 || (n == 3 && c < 0x800) || (n == 4 && (c < 0x10000 || c > 0x10ffff)) ||
	    (c >= 0xd800 && c < 0xe000))
		return 0;
	return n;
}

static void put_escaped(struct dump_out *o, uint8_t c)
{
	if (c == '"' || c == '\\') {
		dump_out_char(o, '\\');
		dump_out_char(o, (char)c);
	} else {
		dump_out_string(o, "\\u00");
		dump_out_hex_bytes(o, &c, 1);
	}
}

void dump_out_quoted(struct dump_out *o, const uint8_t *text, size_t size)
{
	dump_out_char(o, '"');
	for (size_t i = 0; i < size;) {
		size_t plain = i;

		while (plain < size && text[plain] >= ' ' && text[plain] < 0x7f && text[plain] != '"' &&
		       text[plain] != '\\')
			plain++;
		dump_out_bytes(o, text + i, plain - i);
		i = plain;
		if (i < size) {
			size_t n = text[i] >= 0x80 ? utf8_size(text + i, size - i) : 0;

			if (n)
				dump_out_bytes(o, text + i, n);
			else
				put_escaped(o, text[i]);
			i += n ? n : 1;
		}
	}
	dump_out_char(o, '"');
}
