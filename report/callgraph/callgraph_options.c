#include "report/callgraph/callgraph_options.h"

#include "common/bytes.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum word_kind { WORD_STYLE, WORD_CALLER, WORD_VALUE, WORD_KEY, WORD_BRANCHES };

/* A word means the first name that begins with it, as in perf: "f" is flat. */
static const struct {
	const char *name;
	enum word_kind kind;
	unsigned number;
} call_words[] = {
	{ "none", WORD_STYLE, CALLGRAPH_NONE },
	{ "graph", WORD_STYLE, CALLGRAPH_GRAPH },
	{ "flat", WORD_STYLE, CALLGRAPH_FLAT },
	{ "fractal", WORD_STYLE, CALLGRAPH_FRACTAL },
	{ "folded", WORD_STYLE, CALLGRAPH_FOLDED },
	{ "caller", WORD_CALLER, true },
	{ "callee", WORD_CALLER, false },
	{ "function", WORD_KEY, CALLGRAPH_FUNCTION },
	{ "address", WORD_KEY, CALLGRAPH_ADDRESS },
	{ "srcline", WORD_KEY, CALLGRAPH_SRCLINE },
	{ "percent", WORD_VALUE, CALLGRAPH_PERCENT },
	{ "period", WORD_VALUE, CALLGRAPH_PERIOD },
	{ "count", WORD_VALUE, CALLGRAPH_COUNT },
	/* Branches are added to the addresses of the callchain. */
	{ "branch", WORD_BRANCHES, true },
};

static bool callgraph_named(struct callgraph_options *o, const char *word, size_t size)
{
	for (size_t i = 0; i < ARRAY_SIZE(call_words); i++) {
		if (strncmp(call_words[i].name, word, size) != 0)
			continue;
		switch (call_words[i].kind) {
		case WORD_STYLE: o->style = call_words[i].number; break;
		case WORD_CALLER:
			o->by_caller = call_words[i].number;
			o->caller_set = true;
			break;
		case WORD_VALUE: o->value = call_words[i].number; break;
		case WORD_BRANCHES: o->joins_branches = true; break;
		case WORD_KEY: o->key = call_words[i].number; break;
		}
		return true;
	}
	return false;
}

static int callgraph_word(struct callgraph_options *o, const char *word, size_t size, unsigned *numbers,
			  struct error *err)
{
	char text[32];
	char *end;
	double number;

	if (callgraph_named(o, word, size))
		return 0;
	snprintf(text, sizeof(text), "%.*s", (int)size, word);
	number = strtod(text, &end);
	if (end == text || *end || !(number >= 0 && number <= UINT32_MAX) || *numbers > 1)
		return error_set(
			err, -EINVAL,
			"-g: '%.*s' is not known; styles: graph, fractal, flat, folded, none; order: caller, "
			"callee; what tells frames apart: function, address, srcline; values: percent, period, count; "
			"branch; then a threshold in percent and a limit of branches",
			(int)size, word);
	if (!*numbers && number > 100)
		return error_set(err, -EINVAL, "-g: the threshold '%s' is in percent, 0 to 100", text);
	if ((*numbers)++)
		o->print_limit = (uint32_t)number;
	else
		o->threshold = number;
	return 0;
}

int callgraph_parse(struct callgraph_options *o, const char *text, struct error *err)
{
	unsigned numbers = 0;

	for (const char *p = text; *p;) {
		size_t size = strcspn(p, ",");
		int result = size ? callgraph_word(o, p, size, &numbers, err) : 0;

		if (result)
			return result;
		p += size + (p[size] == ',');
	}
	return 0;
}
