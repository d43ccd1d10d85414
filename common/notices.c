#include "config.h" /* vasprintf */

#include "common/notices.h"

#include "common/list.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void notices_init(struct notices *notices, enum notice_level least)
{
	memset(notices, 0, sizeof(*notices));
	notices->least = least;
}

void notices_clear(struct notices *notices)
{
	for (size_t i = 0; i < notices->n; i++)
		free(notices->list[i].text);
	notices->n = 0;
	notices->n_dropped = 0;
}

void notices_fini(struct notices *notices)
{
	notices_clear(notices);
	free(notices->list);
	notices_init(notices, notices->least);
}

void notices_add(struct notices *notices, enum notice_level level, const char *format, ...)
{
	struct notice *notice;
	va_list args;
	int size;

	if (!notices || level > notices->least)
		return;
	if (!list_reserve(&notices->list, notices->n, &notices->capacity, sizeof(*notices->list))) {
		notices->n_dropped++;
		return;
	}
	notice = &notices->list[notices->n];
	va_start(args, format);
	size = vasprintf(&notice->text, format, args);
	va_end(args);
	notice->level = level;
	if (size < 0)
		notices->n_dropped++;
	else
		notices->n++;
}
