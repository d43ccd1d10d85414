#include "report/text.h"

#include <stdarg.h>
#include <stdio.h>

/* So near to the middle between two hundredths only printf, which knows all digits of a double, says which it is. */
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

void text_printf(struct buffer *b, const char *format, ...)
{
	va_list args, again;
	int size;

	va_start(args, format);
	va_copy(again, args);
	size = vsnprintf(NULL, 0, format, args);
	va_end(args);
	if (size > 0 && buffer_reserve(b, (size_t)size + 1)) {
		vsnprintf((char *)b->data + b->size, (size_t)size + 1, format, again);
		b->size += (size_t)size;
	}
	va_end(again);
}
