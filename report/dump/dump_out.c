#include "report/dump/dump_out.h"

#include "common/json.h"
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

void dump_out_quoted(struct dump_out *o, const uint8_t *text, size_t size)
{
	dump_out_char(o, '"');
	for (size_t i = 0, taken; i < size; i += taken) {
		for (taken = 0; i + taken < size && json_is_plain(text[i + taken]);)
			taken++;
		if (taken) {
			dump_out_bytes(o, text + i, taken);
		} else {
			char *p = dump_out_room(o, JSON_CHARACTER_MAX);

			dump_out_end(o, p + json_character(text + i, size - i, p, &taken));
		}
	}
	dump_out_char(o, '"');
}
