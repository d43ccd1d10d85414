#include "common/options.h"

#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "common/bytes.h"

#define OPTIONS_MAX        160
#define OPTIONS_TEXT_MAX   4096
#define OPTION_SHORT_LAST  255
#define OPTION_NEGATED     0x10000
#define OPTION_HELP_INDENT 34

/* What getopt_long is given, made from the table. */
struct option_tables {
	struct option longs[OPTIONS_MAX];
	int n_longs;
	char shorts[3 * OPTIONS_MAX + 2];
	char names[OPTIONS_TEXT_MAX]; /* of the --no- forms */
	size_t names_used;
};

static int option_argument(const struct option_def *def)
{
	if (!def->arg)
		return no_argument;
	return def->flags & OPTION_ARG_OPTIONAL ? optional_argument : required_argument;
}

static void option_add_long(struct option_tables *t, const char *name, int has_arg, int value)
{
	if (t->n_longs < OPTIONS_MAX - 1)
		t->longs[t->n_longs++] = (struct option){ .name = name, .has_arg = has_arg, .val = value };
}

static void option_add_negated(struct option_tables *t, const struct option_def *def)
{
	char *name = t->names + t->names_used;
	size_t room = sizeof(t->names) - t->names_used;
	int n;

	if (!strncmp(def->name, "no-", 3))
		n = snprintf(name, room, "%s", def->name + 3);
	else
		n = snprintf(name, room, "no-%s", def->name);
	if (n < 0 || (size_t)n >= room)
		return;
	t->names_used += n + 1;
	option_add_long(t, name, no_argument, def->key | OPTION_NEGATED);
}

static void option_tables_fill(struct option_tables *t, const struct option_def *defs)
{
	char *s = t->shorts;

	memset(t, 0, sizeof(*t));
	*s++ = '+';
	*s++ = ':';
	for (const struct option_def *def = defs; def->help && t->n_longs < OPTIONS_MAX - 2; def++) {
		int argument = option_argument(def);

		if (def->name)
			option_add_long(t, def->name, argument, def->key);
		if (def->name && def->flags & OPTION_NEGATABLE)
			option_add_negated(t, def);
		if (def->key > OPTION_SHORT_LAST)
			continue;
		*s++ = (char)def->key;
		for (int i = 0; i < argument; i++)
			*s++ = ':';
	}
}

/* The argument of an option: what getopt found or, with OPTION_ARG_NEXT, the next word. */
static const char *option_value(const struct option_def *defs, int key, int argc, char **argv)
{
	const struct option_def *def = defs;

	while (def->help && def->key != key)
		def++;
	if (optarg || !def->help || !(def->flags & OPTION_ARG_NEXT) || optind >= argc || argv[optind][0] == '-')
		return optarg;
	return argv[optind++];
}

/* Whether the name, of size bytes, is one of the space-separated names. */
static bool absent_has(const char *names, const char *name, size_t size)
{
	while (*names) {
		size_t length = strcspn(names, " ");

		if (length == size && !memcmp(names, name, size))
			return true;
		names += length;
		names += strspn(names, " ");
	}
	return false;
}

/* What is said of a name that is no option; word is what was typed, "--itrace=i100", "-abD". */
static int option_unknown(const struct option_absent *absent, const char *word, int letter, struct error *err)
{
	char name[3] = { '-', (char)letter, 0 };
	const char *wanted = letter ? name : word;
	int size = (int)strcspn(wanted, "=");

	for (; absent && absent->names; absent++)
		if (absent_has(absent->names, wanted, (size_t)size))
			return error_set(err, -EINVAL, "perf's option '%.*s' is not there: %s", size, wanted,
					 absent->instead);
	return error_set(err, -EINVAL, letter ? "unknown option '%s'" : "unknown or ambiguous option '%s'", wanted);
}

int options_parse(const struct option_def *defs, const struct option_absent *absent, int argc, char **argv,
		  option_handler handler, void *context, struct error *err)
{
	struct option_tables *tables = malloc(sizeof(*tables));
	int result = 0;

	if (!tables)
		return error_nomem(err);
	option_tables_fill(tables, defs);
	optind = 0;
	opterr = 0;
	while (!result) {
		int key = getopt_long(argc, argv, tables->shorts, tables->longs, NULL);

		if (key == -1)
			break;
		if (key == ':')
			result = error_set(err, -EINVAL, "option '%s' needs an argument", argv[optind - 1]);
		else if (key == '?' && optopt > 0 && optopt <= OPTION_SHORT_LAST && argv[optind - 1][1] != '-')
			result = option_unknown(absent, NULL, optopt, err);
		else if (key == '?' && optopt)
			result = error_set(err, -EINVAL, "option '%s' takes no argument", argv[optind - 1]);
		else if (key == '?')
			result = option_unknown(absent, argv[optind - 1], 0, err);
		else
			result = handler(context, key & ~OPTION_NEGATED, option_value(defs, key, argc, argv),
					 key & OPTION_NEGATED, err);
	}
	free(tables);
	return result ? result : optind;
}

static void option_print(FILE *out, const struct option_def *def)
{
	const char *help = def->help;
	int n = fprintf(out, "    ");

	if (def->key <= OPTION_SHORT_LAST)
		n += fprintf(out, "-%c%s", def->key, def->name ? ", " : "");
	if (def->name)
		n += fprintf(out, "--%s%s",
			     def->flags & OPTION_NEGATABLE && strncmp(def->name, "no-", 3) ? "[no-]" : "", def->name);
	if (def->arg && def->flags & OPTION_ARG_OPTIONAL)
		n += fprintf(out, "[%s%s]", def->name ? "=" : "", def->arg);
	else if (def->arg)
		n += fprintf(out, " %s", def->arg);
	if (n >= OPTION_HELP_INDENT - 1) {
		fputc('\n', out);
		n = 0;
	}
	for (;;) {
		int line = (int)strcspn(help, "\n");

		fprintf(out, "%*s%.*s\n", OPTION_HELP_INDENT - n, "", line, help);
		if (!help[line])
			break;
		help += line + 1;
		n = 0;
	}
}

void options_print(FILE *out, const struct option_def *defs)
{
	for (const struct option_def *def = defs; def->help; def++)
		if (!(def->flags & OPTION_HIDDEN))
			option_print(out, def);
}

bool option_size(const char *text, uint64_t bare, uint64_t *ret_bytes)
{
	static const char units[] = "BKMG";
	unsigned long long number;
	const char *unit;
	char *end;

	errno = 0;
	number = strtoull(text, &end, 10);
	unit = *end ? strchr(units, toupper((unsigned char)*end)) : NULL;
	if (!isdigit((unsigned char)*text) || errno || !number || number >> 32 || (*end && (!unit || end[1])))
		return false;
	*ret_bytes = unit ? number << (10 * (unit - units)) : number * bare;
	return true;
}
