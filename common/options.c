#include "common/options.h"

#include "common/bytes.h"
#include "common/list.h"
#include "common/option_set.h"
#include "common/suggest.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* An option as it was given. */
struct given {
	const struct option_bound *bound;
	const char *value;
	bool negated;
	bool taken_back; /* by a --no-NAME after it */
};

struct options_given {
	struct option_set set;
	struct given *list;
	uint32_t n, capacity;
};

/* The words of a command line, and the position in them. */
struct reading {
	struct options_given *given;
	int argc;
	char **argv;
	int at; /* the next word */
};

/* --- what is said of a word that is no option ------------------------------------------- */

static int refuse_misspelt(const struct option_set *set, const char *word, size_t size, struct error *err)
{
	char name[SUGGEST_NAME_MAX];
	struct suggest suggest;
	int result = error_set(err, -EINVAL, "unknown or ambiguous option '%.*s'", (int)size, word);

	snprintf(name, sizeof(name), "%.*s", (int)size, word);
	suggest_init(&suggest, name);
	for (size_t i = 0; i < set->n; i++) {
		const struct option *o = set->bound[i].option;

		if (!o->name || o->flags & (OPTION_HIDDEN | OPTION_IGNORED))
			continue;
		snprintf(name, sizeof(name), "--%s", o->name);
		suggest_offer(&suggest, name);
	}
	if (suggest.n)
		suggest_append(&suggest, err);
	else
		error_append(err, "; --help lists the options");
	return result;
}

static int refuse_absent(const struct option *absent, const char *word, size_t size, struct error *err)
{
	return error_set(err, -EINVAL, "%.*s is not supported: %s", (int)size, word, absent->help);
}

/* Explains that a letter is no option. word: the word with the letter. */
static int refuse_letter(const struct option_set *set, char letter, const char *word, struct error *err)
{
	const char alone[] = { '-', letter, 0 };
	const struct option *absent = option_set_absent(set, alone, 2);

	if (absent)
		return refuse_absent(absent, alone, 2, err);
	if (!strcmp(word, alone))
		return error_set(err, -EINVAL, "unknown option '%s'; --help lists the options", alone);
	return error_set(err, -EINVAL, "unknown option '%s' in '%s'; --help lists the options", alone, word);
}

/* True for --no-NAME of an absent option. Linux perf takes it for every option; here it does nothing. */
static bool absent_is_negated(const struct option_set *set, const char *word, size_t size)
{
	char name[SUGGEST_NAME_MAX];

	return !strncmp(word, "--no-", 5) &&
	       option_set_absent(set, name, (size_t)snprintf(name, sizeof(name), "--%.*s", (int)size - 5, word + 5));
}

/* --- reading ---------------------------------------------------------------------------- */

static int add(struct options_given *g, const struct given *given, struct error *err)
{
	if (!list_reserve(&g->list, g->n, &g->capacity, sizeof(*g->list)))
		return error_nomem(err);
	g->list[g->n++] = *given;
	return 0;
}

static bool is_number(const char *word)
{
	return *word && !word[strspn(word, "0123456789")];
}

static bool takes_next(const struct option *o, const char *word)
{
	return !(o->flags & OPTION_ARG_OPTIONAL) || (o->flags & OPTION_ARG_NEXT && word[0] != '-') ||
	       (o->flags & OPTION_ARG_NEXT_NUMBER && word[0] >= '0' && word[0] <= '9');
}

/* Adds an option with its argument. value: the argument if it is in the word itself, or NULL. word: for messages. */
static int add_with_argument(struct reading *r, const struct option_bound *bound, const char *value, const char *word,
			     struct error *err)
{
	const struct option *o = bound->option;
	struct given given = { .bound = bound, .value = value };
	int result;

	if (!value && r->at < r->argc && takes_next(o, r->argv[r->at]))
		given.value = r->argv[r->at++];
	if (!given.value && !(o->flags & OPTION_ARG_OPTIONAL))
		return error_set(err, -EINVAL, "option '%s' needs an argument", word);
	result = add(r->given, &given, err);
	while (!result && o->flags & OPTION_ARG_MORE_NUMBERS && r->at < r->argc && is_number(r->argv[r->at])) {
		given.value = r->argv[r->at++];
		result = add(r->given, &given, err);
	}
	return result;
}

/* Adds the options of a word like "-abVALUE". */
static int read_letters(struct reading *r, const char *word, struct error *err)
{
	int result = 0;

	for (const char *letter = word + 1; *letter && !result; letter++) {
		const struct option_bound *bound = option_set_letter(&r->given->set, (unsigned char)*letter);
		const struct given given = { .bound = bound };

		if (!bound)
			return refuse_letter(&r->given->set, *letter, word, err);
		if (bound->option->arg)
			return add_with_argument(r, bound, letter[1] ? letter + 1 : NULL, word, err);
		result = add(r->given, &given, err);
	}
	return result;
}

/* True if the name of the opposite of an option begins with these size bytes. */
static bool opposite_begins_with(const struct option *o, const char *name, size_t size)
{
	size_t no = size < 3 ? size : 3;

	if (!strncmp(o->name, "no-", 3))
		return !strncmp(o->name + 3, name, size);
	return !memcmp("no-", name, no) && !strncmp(o->name, name + no, size - no);
}

/* Finds the option with this whole name, or its opposite. */
static bool find_whole(const struct option_set *set, const char *name, size_t size, struct given *ret)
{
	ret->bound = option_set_name(set, name, size);
	for (size_t i = 0; i < set->n && !ret->bound; i++)
		if (set->bound[i].option->flags & OPTION_NEGATABLE &&
		    option_is_opposite(set->bound[i].option, name, size)) {
			ret->bound = &set->bound[i];
			ret->negated = true;
		}
	return ret->bound;
}

/* Finds the only option whose name begins with these bytes. False: there is none, or there are several. */
static bool find_short(const struct option_set *set, const char *name, size_t size, struct given *ret)
{
	int n = 0;

	for (size_t i = 0; i < set->n; i++) {
		const struct option *o = set->bound[i].option;

		if (o->name && !strncmp(o->name, name, size)) {
			*ret = (struct given){ .bound = &set->bound[i] };
			n++;
		}
		if (o->name && o->flags & OPTION_NEGATABLE && opposite_begins_with(o, name, size)) {
			*ret = (struct given){ .bound = &set->bound[i], .negated = true };
			n++;
		}
	}
	return n == 1;
}

/* Takes back the option NAME that was given before, as in Linux perf. False: there is no such option. */
static bool take_back(struct options_given *g, const char *name)
{
	for (size_t i = 0; i < g->set.n; i++) {
		if (!option_is_opposite(g->set.bound[i].option, name, strlen(name)))
			continue;
		for (uint32_t j = 0; j < g->n; j++)
			g->list[j].taken_back |= g->list[j].bound == &g->set.bound[i];
		return true;
	}
	return false;
}

/* Adds the option of a word like "--name=value". The whole name of an absent option is no abbreviation of another. */
static int read_long(struct reading *r, const char *word, struct error *err)
{
	const struct option_set *set = &r->given->set;
	const char *name = word + 2;
	const size_t size = strcspn(name, "=");
	const char *value = name[size] ? name + size + 1 : NULL;
	struct given given = { .bound = NULL };
	const bool is_whole = find_whole(set, name, size, &given);
	const struct option *absent = is_whole ? NULL : option_set_absent(set, word, size + 2);

	if (absent)
		return refuse_absent(absent, word, size + 2, err);
	if (!is_whole && !find_short(set, name, size, &given))
		return take_back(r->given, name) || absent_is_negated(set, word, size + 2)
			       ? 0
			       : refuse_misspelt(set, word, size + 2, err);
	if (!given.negated && given.bound->option->arg)
		return add_with_argument(r, given.bound, value, word, err);
	if (value)
		return error_set(err, -EINVAL, "option '%s' takes no argument", word);
	return add(r->given, &given, err);
}

/* Adds the options up to the first word that is none. Its index, or a negative errno. */
static int read_words(struct options_given *given, int argc, char **argv, struct error *err)
{
	struct reading r = { given, argc, argv, 1 };
	int result = 0;

	while (!result && r.at < argc && argv[r.at][0] == '-' && argv[r.at][1]) {
		const char *word = argv[r.at++];

		if (!strcmp(word, "--"))
			break;
		result = word[1] == '-' ? read_long(&r, word, err) : read_letters(&r, word, err);
	}
	return result ? result : r.at;
}

static int start(struct options_given **ret, const struct option_group *group, void *options, struct error *err)
{
	*ret = calloc(1, sizeof(**ret));
	if (!*ret)
		return error_nomem(err);
	option_set_fill(&(*ret)->set, group, options);
	return 0;
}

int options_read(struct options_given **ret, const struct option_group *group, void *options, int argc, char **argv,
		 struct error *err)
{
	int result = start(ret, group, options, err);

	return result ? result : read_words(*ret, argc, argv, err);
}

void options_fini(struct options_given *given)
{
	if (given)
		free(given->list);
	free(given);
}

/* --- taking ----------------------------------------------------------------------------- */

/* Checks that the argument of an option is within its range, if it has one. 0 or -EINVAL. */
static int check_number(const struct given *g, struct error *err)
{
	const struct option *o = g->bound->option;
	char called[SUGGEST_NAME_MAX] = { '-', (char)g->bound->letter, 0 };
	uint64_t number;

	if (!o->highest || !g->value || (o->word && !strcmp(g->value, o->word)) ||
	    (option_whole_number(g->value, &number) && number >= o->lowest && number <= o->highest))
		return 0;
	if (o->called || !g->bound->letter)
		snprintf(called, sizeof(called), "%s%s", o->called ? "" : "--", o->called ? o->called : o->name);
	if (o->highest == UINT64_MAX)
		return error_set(err, -EINVAL, "%s '%s': a whole number from %" PRIu64 " on", called, g->value,
				 o->lowest);
	return error_set(err, -EINVAL, "%s '%s': a whole number from %" PRIu64 " to %" PRIu64, called, g->value,
			 o->lowest, o->highest);
}

static uint64_t load(const void *member, size_t size)
{
	uint64_t number = 0;

	memcpy((char *)&number + (order_is_big(false) ? sizeof(number) - size : 0), member, size);
	return number;
}

static void store(void *member, size_t size, uint64_t number)
{
	memcpy(member, (char *)&number + (order_is_big(false) ? sizeof(number) - size : 0), size);
}

static int take(const struct given *g, struct error *err)
{
	const struct option *o = g->bound->option;
	void *member = option_member(o, g->bound->options);

	if (g->negated && o->negate) {
		o->negate(member);
		return 0;
	}
	switch (o->kind) {
	case OPTION_KIND_FLAG: store(member, o->size, !g->negated); break;
	case OPTION_KIND_CLEAR: store(member, o->size, g->negated); break;
	case OPTION_KIND_TEXT: memcpy(member, &g->value, sizeof(g->value)); break;
	case OPTION_KIND_NUMBER: store(member, o->size, option_number(g->value)); break;
	case OPTION_KIND_VALUE: store(member, o->size, o->value); break;
	case OPTION_KIND_BITS: store(member, o->size, load(member, o->size) | o->value); break;
	case OPTION_KIND_COUNT: store(member, o->size, load(member, o->size) + 1); break;
	case OPTION_KIND_CALL: return o->call(member, g->value, err);
	case OPTION_KIND_NONE:
	case OPTION_KIND_GROUP:
	case OPTION_KIND_POINTED:
	case OPTION_KIND_ABSENT: break;
	}
	return 0;
}

static int take_each(const struct options_given *given, bool early, struct error *err)
{
	int result = 0;

	for (uint32_t i = 0; i < given->n && !result; i++) {
		const struct given *g = &given->list[i];
		const unsigned flags = g->bound->option->flags;

		if (g->taken_back || (early ? !(flags & (OPTION_EARLY | OPTION_TWICE)) : flags & OPTION_EARLY))
			continue;
		result = check_number(g, err);
		if (!result && !(flags & OPTION_IGNORED))
			result = take(g, err);
	}
	return result;
}

int options_begin(const struct options_given *given, struct error *err)
{
	return take_each(given, true, err);
}

int options_finish(const struct options_given *given, struct error *err)
{
	return take_each(given, false, err);
}

const char *options_find(const struct options_given *given, const char *name)
{
	for (uint32_t i = 0; i < given->n; i++) {
		const struct given *g = &given->list[i];

		if (!g->taken_back && g->bound->option->name && !strcmp(g->bound->option->name, name))
			return g->value ? g->value : "";
	}
	return NULL;
}

int options_take(const struct option_group *group, void *options, int argc, char **argv, struct error *err)
{
	struct options_given *given;
	int rest = options_read(&given, group, options, argc, argv, err);
	int result = rest < 0 ? rest : options_finish(given, err);

	options_fini(given);
	return result ? result : rest;
}

/* Words that are no options. */
struct words {
	const char **list;
	size_t n;
};

/* Finds up to words.n of them; the other elements stay NULL. 0 or a negative errno. */
static int read_between(struct options_given *given, int argc, char **argv, struct words words, struct error *err)
{
	int rest = 0;

	for (size_t i = 0; argc > 1 && i < words.n; i++) {
		rest = read_words(given, argc, argv, err);
		if (rest < 0 || rest >= argc)
			break;
		words.list[i] = argv[rest];
		argc -= rest;
		argv += rest;
	}
	return rest < 0 ? rest : 0;
}

/* Takes the options, and up to words.n words that are none. 0 or a negative errno. */
static int take_all(const struct option_group *group, void *options, int argc, char **argv, struct words words,
		    struct error *err)
{
	struct options_given *given;
	int result = start(&given, group, options, err);

	if (!result)
		result = read_between(given, argc, argv, words, err);
	if (!result)
		result = options_finish(given, err);
	options_fini(given);
	return result;
}

int options_take_file(const struct option_group *group, void *options, int argc, char **argv, const char **file,
		      struct error *err)
{
	const char *list[2] = { NULL };
	int result = take_all(group, options, argc, argv, (struct words){ list, ARRAY_SIZE(list) }, err);

	if (result)
		return result;
	if (list[1] || (list[0] && *file))
		return error_set(err, -EINVAL, "one file is read at a time; '%s' is a second one",
				 list[1] ? list[1] : list[0]);
	if (list[0])
		*file = list[0];
	return 0;
}

int options_take_two(const struct option_group *group, void *options, int argc, char **argv, const char *files[2],
		     struct error *err)
{
	const char *list[3] = { NULL };
	int result = take_all(group, options, argc, argv, (struct words){ list, ARRAY_SIZE(list) }, err);

	if (!result && list[2])
		result = error_set(err, -EINVAL, "two files are compared; '%s' is a third one", list[2]);
	files[0] = list[0];
	files[1] = list[1];
	return result;
}

int options_check(const struct option_group *group, const void *options, struct error *err)
{
	int result = group->check ? group->check(options, err) : 0;

	for (const struct option *o = group->options; !option_is_end(o) && !result; o++)
		if (option_is_group(o))
			result = options_check(o->group, option_member(o, (void *)options), err);
	return result;
}

void options_warn(const struct option_group *group, const void *options)
{
	if (group->warn_unused)
		group->warn_unused(options);
	for (const struct option *o = group->options; !option_is_end(o); o++)
		if (option_is_group(o))
			options_warn(o->group, option_member(o, (void *)options));
}
