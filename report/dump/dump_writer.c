#include "report/dump/dump_writer.h"

#include "common/text.h"

#include <math.h>
#include <stdio.h>

/* Most fields are a name and a number, of which a record has a dozen: room for all of one is made sure of once. */

/* A word with what stands around it. */
#define PIECE_MAX (DUMP_WORD_MAX + 4)

/* A field without its text or bytes: a name, and at most a word for every bit. A double is shorter than that. */
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

/* Bits without a name are one number after the names. */
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
	w->first = true;
	return p;
}

static char *put_end(char *p, struct dump_writer *w, enum field_kind kind)
{
	*p++ = kind == FIELD_END_LIST ? ']' : '}';
	w->first = false;
	return p;
}

static char *put_name(char *p, struct dump_writer *w, const char *name)
{
	if (!w->first)
		*p++ = w->style->separator;
	w->first = false;
	if (name) {
		p = put_word(p, w->style, name);
		*p++ = w->style->assign;
	}
	return p;
}

/* Fields that may be of any size. */
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
