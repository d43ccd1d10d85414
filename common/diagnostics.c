#include "config.h" /* vasprintf */

#include "common/diagnostics.h"

#include "common/list.h"

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

void diagnostics_add(struct diagnostics *diagnostics, enum notice_level level, const char *format, ...)
{
	struct notice *notice;
	va_list args;
	int size;

	if (!diagnostics || level > diagnostics->least)
		return;
	if (!list_reserve(&diagnostics->list, diagnostics->n, &diagnostics->capacity, sizeof(*diagnostics->list))) {
		diagnostics->n_dropped++;
		return;
	}
	notice = &diagnostics->list[diagnostics->n];
	va_start(args, format);
	size = vasprintf(&notice->text, format, args);
	va_end(args);
	notice->level = level;
	if (size < 0)
		diagnostics->n_dropped++;
	else
		diagnostics->n++;
}
