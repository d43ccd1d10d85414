#include "common/diagnostics.h"

#include "common/list.h"
#include "common/message.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void diagnostics_init(struct diagnostics *diagnostics, enum notice_level least)
{
	memset(diagnostics, 0, sizeof(*diagnostics));
	diagnostics->least = least;
}

void diagnostics_clear(struct diagnostics *diagnostics)
{
	for (size_t i = 0; i < diagnostics->n; i++)
		free(diagnostics->list[i].text);
	diagnostics->n = 0;
	diagnostics->n_dropped = 0;
}

void diagnostics_fini(struct diagnostics *diagnostics)
{
	diagnostics_clear(diagnostics);
	free(diagnostics->list);
	diagnostics_init(diagnostics, diagnostics->least);
}

/* Returns the text of a message, which the caller frees; NULL: no memory. */
__attribute__((format(printf, 1, 0))) static char *make_text(const char *format, va_list args)
{
	va_list again;
	char *text;
	int size;

	va_copy(again, args);
	size = vsnprintf(NULL, 0, format, again);
	va_end(again);
	text = size < 0 ? NULL : malloc((size_t)size + 1);
	if (text)
		message_print(text, (size_t)size + 1, format, args);
	return text;
}

void diagnostics_add(struct diagnostics *diagnostics, enum notice_level level, const char *format, ...)
{
	struct notice *notice;
	va_list args;

	if (!diagnostics || level > diagnostics->least)
		return;
	if (!list_reserve(&diagnostics->list, diagnostics->n, &diagnostics->capacity, sizeof(*diagnostics->list))) {
		diagnostics->n_dropped++;
		return;
	}
	notice = &diagnostics->list[diagnostics->n];
	va_start(args, format);
	notice->text = make_text(format, args);
	va_end(args);
	notice->level = level;
	if (notice->text)
		diagnostics->n++;
	else
		diagnostics->n_dropped++;
}
