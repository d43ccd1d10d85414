#include "report/dump/dump_writer.h"

#include "common/json.h"
#include "common/text.h"
#include "report/terminal/stdout_guard.h"

#include <math.h>
#include <stdio.h>

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

/* Most fields are a name and a number: space for the whole field is reserved once. */

/* A word and the characters around it. */
#define PIECE_MAX (DUMP_WORD_MAX + 4)

/* Limit of a field without text or bytes: a name, and a word for every bit. A double is shorter. */
#define FIELD_MAX  (66 * PIECE_MAX)
#define DOUBLE_MAX 40

static inline char *put_mark(char *p, char mark)
{
	*p = mark;
	return p + (mark != 0);
}

static inline char *put_word(char *p, const struct dump_style *style, const char *word)
{
	return put_mark(dump_word(put_mark(p, style->quote), word), style->quote);
}

static char *put_address(char *p, const struct dump_style *style, uint64_t v)
{
	p = text_bytes(put_mark(p, style->quote), "0x", 2);
	return put_mark(text_hex(p, v, 0), style->quote);
}

static char *put_signed(char *p, int64_t v)
{
	if (v >= 0)
		return text_u64(p, (uint64_t)v, 0, ' ');
	*p++ = '-';
	return text_u64(p, -(uint64_t)v, 0, ' ');
}

static char *put_double(char *p, uint64_t bits)
{
	double v;

	memcpy(&v, &bits, sizeof(v));
	if (!isfinite(v))
		return text_bytes(p, "null", 4);
	return p + snprintf(p, DOUBLE_MAX, "%.17g", v);
}

static char *put_number(char *p, const struct dump_style *style, const struct field *f)
{
	const char *word = f->words ? field_word_find(f->words, f->number) : NULL;

	if (word)
		return put_word(p, style, word);
	switch (f->format) {
	case FIELD_ADDRESS: return put_address(p, style, f->number);
	case FIELD_SIGNED: return put_signed(p, (int64_t)f->number);
	case FIELD_DOUBLE: return put_double(p, f->number);
	default: return text_u64(p, f->number, 0, ' ');
	}
}

/* Unnamed bits are one number after the names. */
static char *put_flags(char *p, const struct dump_style *style, const struct field *f)
{
	uint64_t left = f->number;
	char between = 0;

	p = put_mark(p, style->flags_begin);
	for (const struct field_word *w = f->words; w && w->word && left; w++) {
		if (!(left & w->value))
			continue;
		p = put_word(put_mark(p, between), style, w->word);
		left &= ~w->value;
		between = style->flags_between;
	}
	if (left)
		p = put_address(put_mark(p, between), style, left);
	else if (!between)
		p = put_mark(p, style->flags_none);
	return put_mark(p, style->flags_end);
}

static char *put_begin(char *p, struct dump_writer *w, enum field_kind kind)
{
	*p++ = kind == FIELD_LIST ? '[' : '{';
	w->is_first = true;
	return p;
}

static char *put_end(char *p, struct dump_writer *w, enum field_kind kind)
{
	*p++ = kind == FIELD_END_LIST ? ']' : '}';
	w->is_first = false;
	return p;
}

static char *put_name(char *p, struct dump_writer *w, const char *name)
{
	if (!w->is_first)
		*p++ = w->style->separator;
	w->is_first = false;
	if (name) {
		p = put_word(p, w->style, name);
		*p++ = w->style->assign;
	}
	return p;
}

/* Writes fields of any size. */
static void put_run(const struct dump_writer *w, const struct field *f)
{
	if (f->kind == FIELD_TEXT)
		dump_out_quoted(w->out, f->bytes, f->size);
	else if (f->kind == FIELD_BYTES)
		w->style->blob(w, f->bytes, f->size);
	else
		dump_put_hex_bytes(w, f->bytes, f->size);
}

void dump_put(void *writer, const struct field *f)
{
	struct dump_writer *w = writer;
	char *p = dump_out_room(w->out, FIELD_MAX);

	if (f->kind != FIELD_END_LIST && f->kind != FIELD_END_GROUP)
		p = put_name(p, w, f->name);
	switch (f->kind) {
	case FIELD_NUMBER: p = put_number(p, w->style, f); break;
	case FIELD_FLAGS: p = put_flags(p, w->style, f); break;
	case FIELD_LIST:
	case FIELD_GROUP: p = put_begin(p, w, f->kind); break;
	case FIELD_END_LIST:
	case FIELD_END_GROUP: p = put_end(p, w, f->kind); break;
	default:
		dump_out_end(w->out, p);
		put_run(w, f);
		return;
	}
	dump_out_end(w->out, p);
}

void dump_put_hex_bytes(const struct dump_writer *w, const uint8_t *data, size_t size)
{
	dump_out_end(w->out, put_mark(dump_out_room(w->out, 1), w->style->quote));
	dump_out_hex_bytes(w->out, data, size);
	dump_out_end(w->out, put_mark(dump_out_room(w->out, 1), w->style->quote));
}

void dump_writer_init(struct dump_writer *w, struct dump_out *out, const struct dump_style *style, bool hex)
{
	*w = (struct dump_writer){ .out = out, .style = style, .hex = hex };
	w->sink = (struct field_sink){ .put = dump_put, .context = w };
}

/* The parts of a line "    0010  xx xx ... xx  text". */
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
	w->is_first = false;
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

/* Formats a line at once: a dump with --hex is mostly these lines. */
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

static char *put_json_number(char *p, const char *name, uint64_t v)
{
	return text_u64(dump_word(p, name), v, 0, ' ');
}

static void json_entry_begin(struct dump_writer *w, const char *kind, const char *type, uint64_t where, uint64_t inner)
{
	char *p = dump_out_room(w->out, DUMP_BEGIN_MAX);

	p = dump_word(dump_word(dump_word(p, "{\"kind\":\""), kind), "\"");
	if (where != DUMP_NO_OFFSET)
		p = put_json_number(p, ",\"offset\":", where);
	if (inner != DUMP_NO_INNER)
		p = put_json_number(p, ",\"inner\":", inner);
	p = dump_word(dump_word(dump_word(p, ",\"type\":\""), type), "\"");
	dump_out_end(w->out, p);
	w->is_first = false;
}

static void json_fields(struct dump_writer *w, bool begin)
{
	dump_out_string(w->out, begin ? ",\"fields\":{" : "}");
	w->is_first = begin;
}

static void json_blob(const struct dump_writer *w, const uint8_t *data, size_t size)
{
	dump_out_string(w->out, "{\"size\":");
	dump_out_decimal(w->out, size);
	if (w->hex) {
		dump_out_string(w->out, ",\"hex\":");
		dump_put_hex_bytes(w, data, size);
	}
	dump_out_char(w->out, '}');
}

static void json_bytes(struct dump_writer *w, const uint8_t *data, size_t size)
{
	dump_out_string(w->out, ",\"hex\":");
	dump_put_hex_bytes(w, data, size);
}

static void json_entry_end(struct dump_writer *w)
{
	dump_out_string(w->out, "}\n");
}

/* Addresses are strings, so that programs whose numbers are doubles do not round them. */
const struct dump_style dump_json_style = {
	.separator = ',',
	.assign = ':',
	.quote = '"',
	.flags_begin = '[',
	.flags_between = ',',
	.flags_end = ']',
	.begin = json_entry_begin,
	.fields = json_fields,
	.blob = json_blob,
	.bytes = json_bytes,
	.end = json_entry_end,
};
