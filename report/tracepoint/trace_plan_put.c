#include "report/tracepoint/trace_plan_put.h"

#include "config.h"

#ifdef HAVE_LIBTRACEEVENT

#include "common/text.h"

#include <ctype.h>

/* Room is there for all that is put here but strings. */
#define PIECE_ROOM (PLAN_WIDTH_MAX + 64)

static char *put_padded(char *p, const struct plan_format *f, const char *sign, const char *digits, size_t n)
{
	size_t have = n + strlen(sign);
	size_t pad = f->width > have ? f->width - have : 0;

	if (!f->left && !f->zero)
		p = text_spaces(p, pad);
	p = text_bytes(p, sign, strlen(sign));
	if (!f->left && f->zero) {
		memset(p, '0', pad);
		p += pad;
	}
	p = text_bytes(p, digits, n);
	return f->left ? text_spaces(p, pad) : p;
}

static char *put_hex(char *p, const struct plan_format *f, uint64_t v)
{
	char digits[TEXT_NUMBER];
	size_t n;

	if (!f->width && !f->alternate && f->letter == 'x')
		return text_hex(p, v, 0);
	n = (size_t)(text_hex(digits, v, 0) - digits);
	for (size_t i = 0; f->letter == 'X' && i < n; i++)
		digits[i] = (char)toupper((unsigned char)digits[i]);
	return put_padded(p, f, !f->alternate || !v ? "" : f->letter == 'X' ? "0X" : "0x", digits, n);
}

static char *put_number(char *p, const struct plan_format *f, uint64_t v)
{
	bool is_signed = f->letter == 'd' || f->letter == 'i';
	bool negative;
	char digits[TEXT_NUMBER];

	if (f->letter == 'p')
		return v ? text_hex(text_bytes(p, "0x", 2), v, 0) : text_bytes(p, "(nil)", 5);
	if (f->bits == 32)
		v = is_signed ? (uint64_t)(int32_t)v : (uint32_t)v;
	else if (f->bits == 16)
		v = is_signed ? (uint64_t)(int16_t)v : (uint16_t)v;
	if (f->letter == 'x' || f->letter == 'X')
		return put_hex(p, f, v);
	negative = is_signed && v >> 63;
	v = negative ? -v : v;
	if (!f->width && !negative)
		return text_u64(p, v, 0, ' ');
	return put_padded(p, f, negative ? "-" : "", digits, (size_t)(text_u64(digits, v, 0, ' ') - digits));
}

static void put_string(struct buffer *b, const struct plan_format *f, const char *text, size_t size)
{
	size_t pad = f->width > size ? f->width - size : 0;
	char *p = (char *)buffer_reserve(b, size + pad);

	if (!p)
		return;
	p = f->left ? p : text_spaces(p, pad);
	p = text_bytes(p, text, size);
	p = f->left ? text_spaces(p, pad) : p;
	b->size = (size_t)(p - (char *)b->data);
}

/* A string that lies where the record says: place and size, 16 bits each. */
static bool put_dynamic(const struct plan_piece *piece, const uint8_t *data, size_t size, struct buffer *b)
{
	uint32_t where = load_u32(data + piece->offset);
	size_t at = (where & UINT16_MAX) + (piece->relative ? piece->offset + 4 : 0);
	size_t room = where >> 16;
	const uint8_t *end = room && at + room <= size ? memchr(data + at, 0, room) : NULL;

	if (end)
		put_string(b, &piece->format, (const char *)data + at, (size_t)(end - (data + at)));
	return end;
}

static void put_rest(struct buffer *b, uint64_t v)
{
	text_put(b, "0x");
	text_put_hex(b, v, 0);
}

static void put_flags(const struct plan_piece *piece, uint64_t v, struct buffer *b)
{
	bool some = false;

	for (uint32_t i = 0; i < piece->n_words; i++) {
		const struct plan_word *word = &piece->words[i];
		/* The library takes numbers for signed here. */
		bool none = !v && (int64_t)word->number < 0;

		if (!none && ((int64_t)word->number <= 0 || (v & word->number) != word->number))
			continue;
		if (some)
			text_put(b, piece->text);
		text_put(b, word->text);
		some = true;
		v &= ~word->number;
		if (none)
			break;
	}
	if (!v)
		return;
	if (some)
		text_put(b, piece->text);
	put_rest(b, v);
}

static void put_symbol(const struct plan_piece *piece, uint64_t v, struct buffer *b)
{
	for (uint32_t i = 0; i < piece->n_words; i++) {
		if (piece->words[i].number == v) {
			text_put(b, piece->words[i].text);
			return;
		}
	}
	put_rest(b, v);
}

static bool piece_put(const struct plan_piece *piece, const uint8_t *data, size_t size, struct buffer *b)
{
	char *p;

	while (piece->kind == PLAN_CHOICE)
		piece = trace_expr_value(piece->value, data) ? piece->yes : piece->no;
	switch (piece->kind) {
	case PLAN_NUMBER:
		p = (char *)buffer_reserve(b, PIECE_ROOM);
		if (p)
			b->size = (size_t)(put_number(p, &piece->format, trace_expr_value(piece->value, data)) -
					   (char *)b->data);
		return true;
	case PLAN_CHARS:
		put_string(b, &piece->format, (const char *)data + piece->offset,
			   strnlen((const char *)data + piece->offset, piece->size));
		return true;
	case PLAN_DYNAMIC: return put_dynamic(piece, data, size, b);
	case PLAN_FLAGS: put_flags(piece, trace_expr_value(piece->value, data), b); return true;
	case PLAN_SYMBOL: put_symbol(piece, trace_expr_value(piece->value, data), b); return true;
	default: buffer_append(b, piece->text, piece->size); return true;
	}
}

bool trace_plan_put(const struct trace_plan *plan, const uint8_t *data, size_t size, struct buffer *b)
{
	size_t before = b->size;

	if (size < plan->need)
		return false;
	for (const struct plan_piece *piece = plan->first; piece; piece = piece->next) {
		if (!piece_put(piece, data, size, b)) {
			b->size = before;
			return false;
		}
	}
	return true;
}

#endif
