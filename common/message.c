#include "common/message.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_made(const char *format)
{
	return !strcmp(format, "%s") || !strcmp(format, "%.*s");
}

/* Returns a copy of the format with blanks in place of newlines, which the caller frees; NULL: no memory. */
static char *format_in_one_line(const char *format)
{
	char *line = strdup(format);

	for (char *p = line; p && (p = strchr(p, '\n'));)
		*p = ' ';
	return line;
}

/* The copy of the format has the same arguments as the format. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"

/* Replaces newlines of arguments: those that are there without the format's. Without memory, replaces all newlines. */
__attribute__((format(printf, 3, 0))) static void drop_newlines(char *text, size_t size, const char *format,
								va_list args)
{
	char *line = format_in_one_line(format), *other = malloc(size);

	if (line && other)
		vsnprintf(other, size, line, args);
	for (size_t i = 0; text[i]; i++)
		if (text[i] == '\n' && (!line || !other || other[i] == '\n'))
			text[i] = ' ';
	free(line);
	free(other);
}

#pragma GCC diagnostic pop

void message_print(char *to, size_t size, const char *format, va_list args)
{
	va_list again;

	*to = 0;
	va_copy(again, args);
	vsnprintf(to, size, format, args);
	if (strchr(to, '\n') && !is_made(format))
		drop_newlines(to, size, format, again);
	va_end(again);
}
