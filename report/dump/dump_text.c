#include "report/dump/dump_text.h"

#include "common/text.h"

/* "    0010  xx xx ... xx  text", and where its parts begin. */
#define BYTES_A_LINE  16
#define LINE_HEX      10
#define LINE_TEXT     (LINE_HEX + 3 * BYTES_A_LINE + 1)
#define LINE_MAX_SIZE (LINE_TEXT + BYTES_A_LINE + 1)

static char *put_offset(char *p, const char *before, uint64_t v)
{
	return text_hex(dump_word(p, before), v, 0);
}

static void text_begin(struct dump_writer *w, const char *kind, const char *type, uint64_t where, uint64_t inner)
{
	char *p = dump_out_room(w->out, DUMP_BEGIN_MAX);

	(void)kind;
	if (where != DUMP_NO_OFFSET)
		p = put_offset(p, "0x", where);
	if (inner != DUMP_NO_INNER)
		p = put_offset(p, "+0x", inner);
	if (where != DUMP_NO_OFFSET)
		*p++ = ' ';
	dump_out_end(w->out, dump_word(p, type));
	w->first = false;
}

static void text_fields(struct dump_writer *w, bool begin)
{
	if (begin)
		dump_out_char(w->out, ':');
}

static void text_blob(const struct dump_writer *w, const uint8_t *data, size_t size)
{
	if (w->hex) {
		dump_out_hex_bytes(w->out, data, size);
		return;
	}
	dump_out_char(w->out, '<');
	dump_out_decimal(w->out, size);
	dump_out_string(w->out, size == 1 ? " byte>" : " bytes>");
}

/* In one piece: a dump with --hex is mostly these lines. */
static void bytes_line(struct dump_out *o, const uint8_t *data, size_t at, size_t n)
{
	char line[LINE_MAX_SIZE];
	char *p = line + LINE_HEX;

	memset(line, ' ', sizeof(line));
	memcpy(line + 4, &text_hex_pairs[2 * (at >> 8 & 255)], 2);
	memcpy(line + 6, &text_hex_pairs[2 * (at & 255)], 2);
	for (size_t i = 0; i < n; i++, p += 3) {
		memcpy(p, &text_hex_pairs[2 * data[i]], 2);
		line[LINE_TEXT + i] = data[i] >= ' ' && data[i] < 0x7f ? (char)data[i] : '.';
	}
	line[LINE_TEXT + n] = '\n';
	dump_out_bytes(o, line, LINE_TEXT + n + 1);
}

static void text_entry_bytes(struct dump_writer *w, const uint8_t *data, size_t size)
{
	dump_out_char(w->out, '\n');
	for (size_t at = 0; at < size; at += BYTES_A_LINE)
		bytes_line(w->out, data + at, at, size - at < BYTES_A_LINE ? size - at : BYTES_A_LINE);
}

static void text_end(struct dump_writer *w)
{
	dump_out_char(w->out, '\n');
}

const struct dump_style dump_text_style = {
	.separator = ' ',
	.assign = '=',
	.flags_between = '|',
	.flags_none = '0',
	.begin = text_begin,
	.fields = text_fields,
	.blob = text_blob,
	.bytes = text_entry_bytes,
	.end = text_end,
};
