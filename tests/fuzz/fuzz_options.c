/* The text after --sort, --fields and -g: the first byte says which, the rest is the text. */
#include "report/callgraph/callgraph_options.h"
#include "report/rows/columns.h"
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct callgraph_options options = { .style = CALLGRAPH_GRAPH };
	struct error err = ERROR_INIT;
	struct columns columns;
	char *text;
	int result;

	if (!size)
		return 0;
	text = strndup((const char *)data + 1, size - 1);
	if (!text)
		return 0;
	if (data[0] & 1)
		result = columns_parse(&columns, text, data[0] & 2 ? text : NULL, data[0] >> 2 & 7, SORT_KEY_ANY, &err);
	else if (data[0] & 2)
		result = columns_parse(&columns, NULL, text, data[0] >> 2 & 7, SORT_KEY_ANY, &err);
	else
		result = callgraph_parse(&options, text, &err);
	fuzz_found += !result;
	free(text);
	return 0;
}
