#include "common/options.h"

#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "common/bytes.h"
#include "common/list.h"
#include "common/suggest.h"

#define OPTIONS_MAX        160
#define OPTIONS_TEXT_MAX   4096
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
		if (def->key > OPTION_LETTER_LAST)
			continue;
		*s++ = (char)def->key;
		for (int i = 0; i < argument; i++)
			*s++ = ':';
	}
}

static const struct option_def *option_find(const struct option_def *defs, int key)
{
	while (defs->key != key)
		defs++;
	return defs;
}

static bool option_takes_next(const struct option_def *def, const char *word)
{
	return (def->flags & OPTION_ARG_NEXT && word[0] != '-') ||
	       (def->flags & OPTION_ARG_NEXT_NUMBER && word[0] >= '0' && word[0] <= '9');
}

/* The argument of an option: what getopt found or, with OPTION_ARG_NEXT and _NEXT_NUMBER, the next word. */
static const char *option_value(const struct option_def *def, int argc, char **argv)
{
	if (optarg || optind >= argc || !option_takes_next(def, argv[optind]))
		return optarg;
	return argv[optind++];
}

/* An option as it was given. */
struct option_given {
	const struct option_def *def;
	const char *value;
	bool negated;
	bool taken_back; /* by a --no-NAME after it */
};

struct option_list {
	struct option_given *given;
	uint32_t n, capacity;
};

static int option_keep(struct option_list *l, const struct option_given *given, struct error *err)
{
	if (!list_reserve(&l->given, l->n, &l->capacity, sizeof(*l->given)))
		return error_nomem(err);
	l->given[l->n++] = *given;
	return 0;
}

static bool option_is_number(const char *word)
{
	return *word && !word[strspn(word, "0123456789")];
}

/* key: what getopt returned, of an option that there is. */
static int option_add(struct option_list *l, const struct option_def *defs, int key, int argc, char **argv,
		      struct error *err)
{
	struct option_given given = { .def = option_find(defs, key & ~OPTION_NEGATED),
				      .negated = key & OPTION_NEGATED };
	int result;

	if (!given.negated)
		given.value = option_value(given.def, argc, argv);
	result = option_keep(l, &given, err);
	while (!result && given.def->flags & OPTION_ARG_MORE_NUMBERS && optind < argc &&
	       option_is_number(argv[optind])) {
		given.value = argv[optind++];
		result = option_keep(l, &given, err);
	}
	return result;
}

bool option_whole_number(const char *text, uint64_t *ret_number)
{
	int base = text[0] == '0' && (text[1] == 'x' || text[1] == 'X') ? 16 : 10;
	char *end;

	errno = 0;
	*ret_number = strtoull(text, &end, base);
	return isdigit((unsigned char)*text) && !*end && !errno;
}

uint64_t option_number(const char *value)
{
	uint64_t number;

	option_whole_number(value, &number);
	return number;
}

/* Whether the value of an option is within its range, if it has one. 0 or -EINVAL. */
static int option_check(const struct option_range *range, int key, const char *value, struct error *err)
{
	uint64_t number;

	while (range && range->key && range->key != key)
		range++;
	if (!range || !range->key || !value)
		return 0;
	if (option_whole_number(value, &number) && number >= range->lowest && number <= range->highest)
		return 0;
	if (range->word && !strcmp(value, range->word))
		return 0;
	if (range->wants)
		return error_set(err, -EINVAL, "%s '%s': %s", range->name, value, range->wants);
	if (range->highest == UINT64_MAX)
		return error_set(err, -EINVAL, "%s '%s': a whole number from %" PRIu64 " on", range->name, value,
				 range->lowest);
	return error_set(err, -EINVAL, "%s '%s': a whole number from %" PRIu64 " to %" PRIu64, range->name, value,
			 range->lowest, range->highest);
}

static int option_handle_all(const struct option_list *l, const struct option_range *ranges, option_handler handler,
			     void *context, struct error *err)
{
	int result = 0;

	for (uint32_t i = 0; i < l->n && !result; i++) {
		const struct option_given *g = &l->given[i];

		if (g->taken_back)
			continue;
		result = option_check(ranges, g->def->key, g->value, err);
		if (!result && !(g->def->flags & OPTION_IGNORED))
			result = handler(context, g->def->key, g->value, g->negated, err);
	}
	return result;
}

/* Whether a word is --no-NAME of an option, or --NAME of one that is named no-NAME. */
static bool option_is_opposite(const struct option_def *def, const char *word)
{
	if (!def->name || strncmp(word, "--", 2) != 0)
		return false;
	if (!strncmp(def->name, "no-", 3))
		return !strcmp(word + 2, def->name + 3);
	return !strncmp(word, "--no-", 5) && !strcmp(word + 5, def->name);
}

/* As in Linux perf, --no-NAME makes as if --NAME had not been given before. False: it is of no option. */
static bool option_take_back(struct option_list *l, const struct option_def *defs, const char *word)
{
	for (; defs->help; defs++) {
		if (!option_is_opposite(defs, word))
			continue;
		for (uint32_t i = 0; i < l->n; i++)
			l->given[i].taken_back = l->given[i].taken_back || l->given[i].def == defs;
		return true;
	}
	return false;
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

static const struct option_absent *absent_find(const struct option_absent *absent, const char *name, size_t size)
{
	for (; absent && absent->names; absent++)
		if (absent_has(absent->names, name, size))
			return absent;
	return NULL;
}

/* Whether a word is the whole name of an option that is absent: it is not short for one that begins with it. */
static bool absent_is_named(const struct option_tables *t, const struct option_absent *absent, const char *word)
{
	size_t size = word ? strcspn(word, "=") : 0;

	if (size < 3 || strncmp(word, "--", 2) != 0 || !absent_find(absent, word, size))
		return false;
	for (int i = 0; i < t->n_longs; i++)
		if (strlen(t->longs[i].name) == size - 2 && !memcmp(t->longs[i].name, word + 2, size - 2))
			return false;
	return true;
}

/* Linux perf takes --no-NAME for every option of its own. What is not done here need not be switched off. */
static bool absent_is_negated(const struct option_absent *absent, const char *word, size_t size)
{
	char name[SUGGEST_NAME_MAX];

	return !strncmp(word, "--no-", 5) &&
	       absent_find(absent, name, (size_t)snprintf(name, sizeof(name), "--%.*s", (int)size - 5, word + 5));
}

static int option_misspelt(const struct option_def *defs, const char *word, int size, struct error *err)
{
	char name[SUGGEST_NAME_MAX];
	struct suggest suggest;
	int result = error_set(err, -EINVAL, "unknown or ambiguous option '%.*s'", size, word);

	snprintf(name, sizeof(name), "%.*s", size, word);
	suggest_init(&suggest, name);
	for (; defs->help; defs++) {
		if (!defs->name || defs->flags & (OPTION_HIDDEN | OPTION_IGNORED))
			continue;
		snprintf(name, sizeof(name), "--%s", defs->name);
		suggest_offer(&suggest, name);
	}
	if (suggest.n)
		suggest_append(&suggest, err);
	else
		error_append(err, "; --help lists the options");
	return result;
}

/* What is said of a name that is no option; word is what was typed, "--itrace=i100", "-abD". 0: it asks for nothing. */
static int option_unknown(const struct option_def *defs, const struct option_absent *absent, const char *word,
			  int letter, struct error *err)
{
	char name[3] = { '-', (char)letter, 0 };
	const char *wanted = letter ? name : word;
	int size = (int)strcspn(wanted, "=");
	const struct option_absent *found = absent_find(absent, wanted, (size_t)size);

	if (found)
		return error_set(err, -EINVAL, "%.*s is not supported: %s", size, wanted, found->instead);
	if (letter)
		return error_set(err, -EINVAL, "unknown option '%s'; --help lists the options", wanted);
	return absent_is_negated(absent, wanted, (size_t)size) ? 0 : option_misspelt(defs, wanted, size, err);
}

/* Adds the options up to the first word that is none. Its index, or a negative errno with *err filled. */
static int options_collect(struct option_list *l, const struct option_def *defs, const struct option_absent *absent,
			   int argc, char **argv, struct error *err)
{
	struct option_tables *tables = malloc(sizeof(*tables));
	int result = 0;

	if (!tables)
		return error_nomem(err);
	option_tables_fill(tables, defs);
	optind = 0;
	opterr = 0;
	while (!result) {
		const char *word = argv[optind ? optind : 1];
		bool absent_named = absent_is_named(tables, absent, word);
		int key = getopt_long(argc, argv, tables->shorts, tables->longs, NULL);

		if (key == -1)
			break;
		if (absent_named)
			result = option_unknown(defs, absent, word, 0, err);
		else if (key == ':')
			result = error_set(err, -EINVAL, "option '%s' needs an argument", argv[optind - 1]);
		else if (key == '?' && optopt > 0 && optopt <= OPTION_LETTER_LAST && argv[optind - 1][1] != '-')
			result = option_unknown(defs, absent, NULL, optopt, err);
		else if (key == '?' && optopt)
			result = error_set(err, -EINVAL, "option '%s' takes no argument", argv[optind - 1]);
		else if (key == '?' && !option_take_back(l, defs, argv[optind - 1]))
			result = option_unknown(defs, absent, argv[optind - 1], 0, err);
		else if (key != '?')
			result = option_add(l, defs, key, argc, argv, err);
	}
	free(tables);
	return result ? result : optind;
}

int options_parse(const struct option_table *table, int argc, char **argv, option_handler handler, void *context,
		  struct error *err)
{
	struct option_list list = { 0 };
	int first = options_collect(&list, table->defs, table->absent, argc, argv, err);
	int result = first < 0 ? first : option_handle_all(&list, table->ranges, handler, context, err);

	free(list.given);
	return result ? result : first;
}

int options_parse_file(const struct option_table *table, int argc, char **argv, option_handler handler, void *context,
		       const char **file, struct error *err)
{
	struct option_list list = { 0 };
	const char *words[2] = { NULL };
	int result = 0;

	for (uint32_t n = 0; argc > 1 && n < ARRAY_SIZE(words) && result >= 0; n++) {
		result = options_collect(&list, table->defs, table->absent, argc, argv, err);
		if (result < 0 || result == argc)
			break;
		words[n] = argv[result];
		argc -= result;
		argv += result;
	}
	if (result >= 0)
		result = option_handle_all(&list, table->ranges, handler, context, err);
	free(list.given);
	if (result)
		return result;
	if (words[1] || (words[0] && *file))
		return error_set(err, -EINVAL, "one file is read at a time; '%s' is a second one",
				 words[1] ? words[1] : words[0]);
	if (words[0])
		*file = words[0];
	return 0;
}

static void option_print(FILE *out, const struct option_def *def)
{
	const char *help = def->help;
	int n = fprintf(out, "    ");

	if (def->key <= OPTION_LETTER_LAST)
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
		if (!(def->flags & (OPTION_HIDDEN | OPTION_IGNORED)))
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
