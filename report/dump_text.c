#include "report/dump_style.h"

/* "    0010  xx xx ... xx  text", and where its parts begin. */
#define BYTES_A_LINE  16
#define LINE_HEX      10
#define LINE_TEXT     (LINE_HEX + 3 * BYTES_A_LINE + 1)
#define LINE_MAX_SIZE (LINE_TEXT + BYTES_A_LINE + 1)

static void text_begin(struct dump_writer *w, const char *kind, const char *type, uint64_t where, uint64_t inner)
{
	struct dump_out *o = w->out;

	(void)kind;
	if (where != DUMP_NO_OFFSET)
		dump_out_hex(o, where);
	if (inner != DUMP_NO_INNER) {
		dump_out_char(o, '+');
		dump_out_hex(o, inner);
	}
	if (where != DUMP_NO_OFFSET)
		dump_out_char(o, ' ');
	dump_out_string(o, type);
	w->first = false;
}

static void text_fields(struct dump_writer *w, bool begin)
{
	if (begin)
		dump_out_char(w->out, ':');
}

static void put_number(struct dump_out *o, const struct field *f)
{
	const char *word = field_word_find(f->words, f->number);
	double value;

	if (word) {
		dump_out_string(o, word);
	} else if (f->format == FIELD_ADDRESS) {
		dump_out_hex(o, f->number);
	} else if (f->format == FIELD_SIGNED) {
		dump_out_signed(o, (int64_t)f->number);
	} else if (f->format == FIELD_DOUBLE) {
		memcpy(&value, &f->number, sizeof(value));
		dump_out_double(o, value);
	} else {
		dump_out_decimal(o, f->number);
	}
}

static void put_flags(struct dump_out *o, const struct field *f)
{
	uint64_t left = f->number;
	bool first = true;

	for (const struct field_word *w = f->words; w && w->word && left; w++) {
		if (!(left & w->value))
			continue;
		if (!first)
			dump_out_char(o, '|');
		dump_out_string(o, w->word);
		left &= ~w->value;
		first = false;
	}
	if (!left && !first)
		return;
	if (!first)
		dump_out_char(o, '|');
	if (left)
		dump_out_hex(o, left);
	else
		dump_out_char(o, '0');
}

static void put_bytes(const struct dump_writer *w, const struct field *f)
{
	if (w->hex) {
		dump_out_hex_bytes(w->out, f->bytes, f->size);
		return;
	}
	dump_out_char(w->out, '<');
	dump_out_decimal(w->out, f->size);
	dump_out_string(w->out, f->size == 1 ? " byte>" : " bytes>");
}

static void text_put(void *writer, const struct field *f)
{
	struct dump_writer *w = writer;
	struct dump_out *o = w->out;

	if (f->kind == FIELD_END_LIST || f->kind == FIELD_END_GROUP) {
		dump_out_char(o, f->kind == FIELD_END_LIST ? ']' : '}');
		w->first = false;
		return;
	}
	if (!w->first)
		dump_out_char(o, ' ');
	w->first = false;
	if (f->name) {
		dump_out_string(o, f->name);
		dump_out_char(o, '=');
	}
	switch (f->kind) {
	case FIELD_NUMBER: put_number(o, f); break;
	case FIELD_FLAGS: put_flags(o, f); break;
	case FIELD_TEXT: dump_out_quoted(o, f->bytes, f->size); break;
	case FIELD_HEX: dump_out_hex_bytes(o, f->bytes, f->size); break;
	case FIELD_BYTES: put_bytes(w, f); break;
	default:
		dump_out_char(o, f->kind == FIELD_LIST ? '[' : '{');
		w->first = true;
		break;
	}
}

/* In one piece: a dump with --hex is mostly these lines. */
static void bytes_line(struct dump_out *o, const uint8_t *data, size_t at, size_t n)
{
	static const char digits[] = "0123456789abcdef";
	char line[LINE_MAX_SIZE];
	char *p = line + LINE_HEX;

	memset(line, ' ', sizeof(line));
	for (int i = 0; i < 4; i++)
		line[4 + i] = digits[at >> (12 - 4 * i) & 15];
	for (size_t i = 0; i < n; i++, p += 3) {
		p[0] = digits[data[i] >> 4];
		p[1] = digits[data[i] & 15];
		line[LINE_TEXT + i] = data[i] >= ' ' && data[i] < 0x7f ? (char)data[i] : '.';
	}
	line[LINE_TEXT + n] = '\n';
	dump_out_bytes(o, line, LINE_TEXT + n + 1);
}

static void text_bytes(struct dump_writer *w, const uint8_t *data, size_t size)
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
	.begin = text_begin,
	.fields = text_fields,
	.put = text_put,
	.bytes = text_bytes,
	.end = text_end,
};

void dump_writer_init(struct dump_writer *w, struct dump_out *out, const struct dump_style *style, bool hex)
{
	*w = (struct dump_writer){ .out = out, .style = style, .hex = hex };
	w->sink = (struct field_sink){ .put = style->put, .context = w };
}
