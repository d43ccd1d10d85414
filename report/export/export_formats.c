#include "report/export/export_formats.h"

#include "common/bytes.h"
#include "report/export/export_speedscope.h"

#include <string.h>

static const struct export_format formats[] = {
	{ .name = "speedscope",
	  .reader = "drop FILE on https://www.speedscope.app, which keeps it in the browser",
	  .holds = EXPORT_EVENTS | EXPORT_WEIGHTS | EXPORT_THREADS | EXPORT_LINES,
	  .write_stacks = export_speedscope },
};

const struct export_format *export_format_at(unsigned i)
{
	return i < ARRAY_SIZE(formats) ? &formats[i] : NULL;
}

const struct export_format *export_format_find(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(formats); i++)
		if (!strcmp(formats[i].name, name))
			return &formats[i];
	return NULL;
}

void export_format_names(char *text, size_t size)
{
	size_t used = 0;

	for (size_t i = 0; i < ARRAY_SIZE(formats) && used < size; i++)
		used += (size_t)snprintf(text + used, size - used, "%s%s", i ? ", " : "", formats[i].name);
}
