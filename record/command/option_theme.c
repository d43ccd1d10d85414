#include "record/command/option_theme.h"

#include <errno.h>
#include <string.h>

#define FIRST_KEY 256 /* of options without a letter: each has that and its place */

struct parsing {
	const struct option_lists *lists;
	struct record_options *options;
};

static void add_option(struct option_lists *lists, const struct record_option *option)
{
	int key = option->letter ? option->letter : FIRST_KEY + (int)lists->n;

	lists->options[lists->n] = option;
	lists->defs[lists->n++] = (struct option_def){ key, option->name, option->arg, option->help, option->flags };
	if (option->range.name) {
		lists->ranges[lists->n_ranges] = option->range;
		lists->ranges[lists->n_ranges++].key = key;
	}
}

void option_lists_fill(struct option_lists *lists, const struct option_theme *const *themes,
		       const struct option_absent *absent)
{
	memset(lists, 0, sizeof(*lists));
	lists->table = (struct option_table){ lists->defs, lists->ranges, absent };
	for (; *themes; themes++)
		for (const struct record_option *o = (*themes)->options; o->help && lists->n < OPTION_LISTS_MAX; o++)
			add_option(lists, o);
}

static const struct record_option *find_option(const struct option_lists *lists, int key)
{
	size_t at = 0;

	while (lists->defs[at].key != key)
		at++;
	return lists->options[at];
}

int option_lists_take(const struct option_lists *lists, struct record_options *o, int key, const char *value,
		      bool negated, struct error *err)
{
	const struct record_option *option = find_option(lists, key);

	if (negated)
		option->negate(o);
	else if (option->flag)
		*(bool *)((char *)o + option->flag) = true;
	else if (option->text)
		memcpy((char *)o + option->text, &value, sizeof(value));
	else if (option->set && !value)
		option->set(o);
	else if (option->set_number && value)
		option->set_number(o, option_number(value));
	else
		return option->parse(o, value, err);
	return 0;
}

static int take_option(void *context, int key, const char *value, bool negated, struct error *err)
{
	const struct parsing *parsing = context;

	return option_lists_take(parsing->lists, parsing->options, key, value, negated, err);
}

int option_themes_parse(const struct option_theme *const *themes, const struct option_absent *absent, int argc,
			char **argv, struct record_options *o, struct error *err)
{
	struct option_lists lists;
	struct parsing parsing = { &lists, o };

	option_lists_fill(&lists, themes, absent);
	return options_parse(&lists.table, argc, argv, take_option, &parsing, err);
}

int option_themes_check(const struct option_theme *const *themes, const struct record_options *o, struct error *err)
{
	int result = 0;

	for (; *themes && !result; themes++)
		if ((*themes)->check)
			result = (*themes)->check(o, err);
	return result;
}

void option_themes_warn(const struct option_theme *const *themes, const struct record_options *o)
{
	for (; *themes; themes++)
		if ((*themes)->warn)
			(*themes)->warn(o);
}

void option_themes_print(FILE *out, const struct option_theme *const *themes)
{
	struct option_lists lists;

	option_lists_fill(&lists, themes, NULL);
	options_print(out, lists.defs);
}
