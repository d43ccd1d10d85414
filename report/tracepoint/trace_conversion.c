#include "report/tracepoint/trace_conversion.h"

#include "common/text.h"

#include <ctype.h>

/* Room is there for all of a number. */
#define NUMBER_ROOM  (2 * PLAN_WIDTH_MAX + 64)
#define OCTAL_DIGITS 23

static char *put_zeros(char *p, size_t n)
{
	memset(p, '0', n);
	return p + n;
}

static char *put_padded(char *p, const struct plan_format *f, const char *sign, const char *digits, size_t n)
{
	size_t zeros = f->precision > (int)n ? (size_t)f->precision - n : 0;
	size_t have = n + zeros + strlen(sign);
	size_t pad = f->width > have ? f->width - have : 0;
	bool zero = f->zero && f->precision < 0;

	if (!f->left && !zero)
		p = text_spaces(p, pad);
	p = text_bytes(p, sign, strlen(sign));
	if (!f->left && zero)
		p = put_zeros(p, pad);
	p = text_bytes(put_zeros(p, zeros), digits, n);
	return f->left ? text_spaces(p, pad) : p;
}

static char *put_octal(char *p, const struct plan_format *f, uint64_t v)
{
	char digits[OCTAL_DIGITS], *end = digits + sizeof(digits), *first = end;

	for (; v; v >>= 3)
		*--first = (char)('0' + (v & 7));
	if (first == end || f->alternate)
		*--first = '0';
	return put_padded(p, f, "", first, (size_t)(end - first));
}

static char *put_hex(char *p, const struct plan_format *f, uint64_t v)
{
	char digits[TEXT_NUMBER];
	size_t n;

	if (!f->width && !f->alternate && f->letter == 'x' && f->precision < 0)
		return text_hex(p, v, 0);
	n = (size_t)(text_hex(digits, v, 0) - digits);
	for (size_t i = 0; f->letter == 'X' && i < n; i++)
		digits[i] = (char)toupper((unsigned char)digits[i]);
	return put_padded(p, f, !f->alternate || !v ? "" : f->letter == 'X' ? "0X" : "0x", digits, n);
}

static char *put_number(char *p, const struct plan_format *f, uint64_t v)
{
	bool is_signed = f->letter == 'd' || f->letter == 'i';
	char digits[TEXT_NUMBER];
	bool negative;

	if (f->bits < 64)
		v = is_signed ? (uint64_t)((int64_t)(v << (64 - f->bits)) >> (64 - f->bits))
			      : v & ((1ull << f->bits) - 1);
	if (f->letter == 'x' || f->letter == 'X')
		return put_hex(p, f, v);
	if (f->letter == 'o')
		return put_octal(p, f, v);
	if (f->letter == 'c') {
		struct plan_format character = { .left = f->left, .width = f->width, .precision = -1 };

		digits[0] = (char)v;
		return put_padded(p, &character, "", digits, 1);
	}
	negative = is_signed && v >> 63;
	v = negative ? -v : v;
	if (!f->width && !negative && f->precision < 0 && !f->plus)
		return text_u64(p, v, 0, ' ');
	return put_padded(p, f,
			  negative               ? "-"
			  : f->plus && is_signed ? "+"
						 : "",
			  digits, (size_t)(text_u64(digits, v, 0, ' ') - digits));
}

void trace_conversion_number(struct buffer *b, const struct plan_format *f, uint64_t v)
{
	char *p = (char *)buffer_reserve(b, NUMBER_ROOM);

	if (p)
		b->size = (size_t)(put_number(p, f, v) - (char *)b->data);
}

void trace_conversion_address(struct buffer *b, uint64_t v)
{
	text_put(b, "0x");
	text_put_hex(b, v, 0);
}

void trace_conversion_text(struct buffer *b, const struct plan_format *f, const char *text, size_t size)
{
	size_t pad;
	char *p;

	if (f->precision >= 0 && size > (size_t)f->precision)
		size = (size_t)f->precision;
	pad = f->width > size ? f->width - size : 0;
	p = (char *)buffer_reserve(b, size + pad);
	if (!p)
		return;
	p = f->left ? p : text_spaces(p, pad);
	p = text_bytes(p, text, size);
	p = f->left ? text_spaces(p, pad) : p;
	b->size = (size_t)(p - (char *)b->data);
}
