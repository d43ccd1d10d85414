/*
 * One object a line, as prec-dump(1) describes it: what is changed here has to be changed there.
 */
#include "report/dump_style.h"

static void json_begin(struct dump_writer *w, const char *kind, const char *type, uint64_t where, uint64_t inner)
{
	struct dump_out *o = w->out;

	dump_out_string(o, "{\"kind\":\"");
	dump_out_string(o, kind);
	dump_out_char(o, '"');
	if (where != DUMP_NO_OFFSET) {
		dump_out_string(o, ",\"offset\":");
		dump_out_decimal(o, where);
	}
	if (inner != DUMP_NO_INNER) {
		dump_out_string(o, ",\"inner\":");
		dump_out_decimal(o, inner);
	}
	dump_out_string(o, ",\"type\":\"");
	dump_out_string(o, type);
	dump_out_char(o, '"');
	w->first = false;
}

static void json_fields(struct dump_writer *w, bool begin)
{
	dump_out_string(w->out, begin ? ",\"fields\":{" : "}");
	w->first = begin;
}

static void put_string(struct dump_out *o, const char *s)
{
	dump_out_char(o, '"');
	dump_out_string(o, s);
	dump_out_char(o, '"');
}

/* A string, so that programs whose numbers are doubles do not round it. */
static void put_address(struct dump_out *o, uint64_t v)
{
	dump_out_char(o, '"');
	dump_out_hex(o, v);
	dump_out_char(o, '"');
}

static void put_number(struct dump_out *o, const struct field *f)
{
	const char *word = field_word_find(f->words, f->number);
	double value;

	if (word) {
		put_string(o, word);
	} else if (f->format == FIELD_ADDRESS) {
		put_address(o, f->number);
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

	dump_out_char(o, '[');
	for (const struct field_word *w = f->words; w && w->word; w++) {
		if (!(left & w->value))
			continue;
		if (!first)
			dump_out_char(o, ',');
		put_string(o, w->word);
		left &= ~w->value;
		first = false;
	}
	if (left) {
		if (!first)
			dump_out_char(o, ',');
		put_address(o, left);
	}
	dump_out_char(o, ']');
}

static void put_hex_bytes(struct dump_out *o, const uint8_t *data, size_t size)
{
	dump_out_char(o, '"');
	dump_out_hex_bytes(o, data, size);
	dump_out_char(o, '"');
}

static void put_bytes(const struct dump_writer *w, const struct field *f)
{
	dump_out_string(w->out, "{\"size\":");
	dump_out_decimal(w->out, f->size);
	if (w->hex) {
		dump_out_string(w->out, ",\"hex\":");
		put_hex_bytes(w->out, f->bytes, f->size);
	}
	dump_out_char(w->out, '}');
}

static void json_put(void *writer, const struct field *f)
{
	struct dump_writer *w = writer;
	struct dump_out *o = w->out;

	if (f->kind == FIELD_END_LIST || f->kind == FIELD_END_GROUP) {
		dump_out_char(o, f->kind == FIELD_END_LIST ? ']' : '}');
		w->first = false;
		return;
	}
	if (!w->first)
		dump_out_char(o, ',');
	w->first = false;
	if (f->name) {
		put_string(o, f->name);
		dump_out_char(o, ':');
	}
	switch (f->kind) {
	case FIELD_NUMBER: put_number(o, f); break;
	case FIELD_FLAGS: put_flags(o, f); break;
	case FIELD_TEXT: dump_out_quoted(o, f->bytes, f->size); break;
	case FIELD_HEX: put_hex_bytes(o, f->bytes, f->size); break;
	case FIELD_BYTES: put_bytes(w, f); break;
	default:
		dump_out_char(o, f->kind == FIELD_LIST ? '[' : '{');
		w->first = true;
		break;
	}
}

static void json_bytes(struct dump_writer *w, const uint8_t *data, size_t size)
{
	dump_out_string(w->out, ",\"hex\":");
	put_hex_bytes(w->out, data, size);
}

static void json_end(struct dump_writer *w)
{
	dump_out_string(w->out, "}\n");
}

const struct dump_style dump_json_style = {
	.begin = json_begin,
	.fields = json_fields,
	.put = json_put,
	.bytes = json_bytes,
	.end = json_end,
};
