#include "report/print/formats.h"

#include "report/print/print_csv.h"
#include "report/print/print_folded.h"
#include "report/print/print_json.h"
#include "report/print/print_jsonl.h"

#include <string.h>

static const struct format formats[] = {
	{ .name = "folded", .note = "as --folded does", .of_chains = true, .print = print_folded },
	{ .name = "json", .is_document = true, .print = print_json },
	{ .name = "jsonl", .is_document = true, .of_rows = true, .print = print_jsonl },
	{ .name = "csv", .is_document = true, .of_rows = true, .print = print_csv },
};

const struct format *format_find(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(formats); i++)
		if (!strcmp(formats[i].name, name))
			return &formats[i];
	return NULL;
}

void format_list(char *text, size_t size)
{
	size_t used = 0;

	for (size_t i = 0; i < ARRAY_SIZE(formats) && used < size; i++)
		used += (size_t)snprintf(text + used, size - used, "%s%s%s%s%s",
					 !i                            ? ""
					 : i + 1 < ARRAY_SIZE(formats) ? ", "
								       : " or ",
					 formats[i].name, formats[i].note ? " (" : "",
					 formats[i].note ? formats[i].note : "", formats[i].note ? ")" : "");
}

void format_names(char *text, size_t size)
{
	size_t used = 0;

	for (size_t i = 0; i < ARRAY_SIZE(formats) && used < size; i++)
		used += (size_t)snprintf(text + used, size - used, "%s%s", i ? ", " : "", formats[i].name);
}
