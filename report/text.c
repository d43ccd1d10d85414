#include "report/text.h"

#include <stdarg.h>
#include <stdio.h>

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
