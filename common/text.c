#include "common/text.h"

#include "common/message.h"

#include <locale.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* Numbers that are so near to the middle of two hundredths are left to printf, which knows all digits of a double. */
#define MIDDLE 1e-6

char *text_percent(char *p, double percent)
{
	double rounded = percent * 100 + 0.5;
	uint64_t hundredths = rounded >= 0 && rounded < 1e9 ? (uint64_t)rounded : 0;
	double rest = rounded - (double)hundredths;

	if (!(rest > MIDDLE && rest < 1 - MIDDLE))
		return p + snprintf(p, TEXT_PERCENT, "%.2f%%", percent);
	p = text_u64(p, hundredths / 100, 0, ' ');
	*p++ = '.';
	p = text_u64(p, hundredths % 100, 2, '0');
	*p++ = '%';
	return p;
}

const char text_decimal_pairs[2 * 100 + 1] = "0001020304050607080910111213141516171819"
					     "2021222324252627282930313233343536373839"
					     "4041424344454647484950515253545556575859"
					     "6061626364656667686970717273747576777879"
					     "8081828384858687888990919293949596979899";

const char text_hex_pairs[2 * 256 + 1] = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
					 "202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f"
					 "404142434445464748494a4b4c4d4e4f505152535455565758595a5b5c5d5e5f"
					 "606162636465666768696a6b6c6d6e6f707172737475767778797a7b7c7d7e7f"
					 "808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f"
					 "a0a1a2a3a4a5a6a7a8a9aaabacadaeafb0b1b2b3b4b5b6b7b8b9babbbcbdbebf"
					 "c0c1c2c3c4c5c6c7c8c9cacbcccdcecfd0d1d2d3d4d5d6d7d8d9dadbdcdddedf"
					 "e0e1e2e3e4e5e6e7e8e9eaebecedeeeff0f1f2f3f4f5f6f7f8f9fafbfcfdfeff";

const uint64_t text_powers[20] = {
	0,
	10u,
	100u,
	1000u,
	10000u,
	100000u,
	1000000u,
	10000000u,
	100000000u,
	1000000000u,
	10000000000ull,
	100000000000ull,
	1000000000000ull,
	10000000000000ull,
	100000000000000ull,
	1000000000000000ull,
	10000000000000000ull,
	100000000000000000ull,
	1000000000000000000ull,
	10000000000000000000ull,
};

__attribute__((format(printf, 3, 0))) static void put_format(struct buffer *b, bool is_message, const char *format,
							     va_list args)
{
	va_list again;
	int size;

	va_copy(again, args);
	size = vsnprintf(NULL, 0, format, again);
	va_end(again);
	if (size <= 0 || !buffer_reserve(b, (size_t)size + 1))
		return;
	if (is_message)
		message_print((char *)b->data + b->size, (size_t)size + 1, format, args);
	else
		vsnprintf((char *)b->data + b->size, (size_t)size + 1, format, args);
	b->size += (size_t)size;
}

void text_printf(struct buffer *b, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	put_format(b, false, format, args);
	va_end(args);
}

void text_message(struct buffer *b, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	put_format(b, true, format, args);
	va_end(args);
}

double decimal_parse(const char *text, char **ret_end)
{
	locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
	double number = c ? strtod_l(text, ret_end, c) : strtod(text, ret_end);

	if (c)
		freelocale(c);
	return number;
}
