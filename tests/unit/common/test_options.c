#include "common/options.h"
#include "tests/support/test.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What was taken, one after the other: "a o=x !children ". */
struct taken {
	char text[256];
};

static int say(struct taken *taken, const char *name, const char *value)
{
	size_t used = strlen(taken->text);

	snprintf(taken->text + used, sizeof(taken->text) - used, "%s%s%s ", name, value ? "=" : "", value ? value : "");
	return 0;
}

#define TAKES(name, text)                                                           \
	static int take_##name(void *options, const char *value, struct error *err) \
	{                                                                           \
		(void)err;                                                          \
		return say(options, text, value);                                   \
	}

TAKES(all_cpus, "a")
TAKES(output, "o")
TAKES(graph, "g")
TAKES(children, "children")
TAKES(no_demangle, "no-demangle")
TAKES(no_inherit, "i")
TAKES(color, "color")
TAKES(z, "z")
TAKES(count, "count")
TAKES(ids, "p")
TAKES(level, "level")
TAKES(delay, "delay")

static int take_secret(void *options, const char *value, struct error *err)
{
	(void)options, (void)value;
	return error_set(err, -EPERM, "not for you");
}

static void leave_out_children(void *options)
{
	say(options, "!children", NULL);
}

static void demangle(void *options)
{
	say(options, "!no-demangle", NULL);
}

static const struct option usual_options[] = {
	{ 'a', "all-cpus", NULL, "every CPU", OPTION_CALL(take_all_cpus) },
	{ 'o', "output", "FILE", "where to", OPTION_CALL(take_output) },
	{ 'g', NULL, NULL, "short only", OPTION_CALL(take_graph) },
	{ 0, "children", NULL, "add them up", OPTION_NEGATABLE, OPTION_CALL(take_children),
	  .negate = leave_out_children },
	{ 0, "no-demangle", NULL, "names as they are", OPTION_NEGATABLE, OPTION_CALL(take_no_demangle),
	  .negate = demangle },
	{ 'i', "no-inherit", NULL, "only this one", OPTION_CALL(take_no_inherit) },
	{ 0, "color", "WHEN", "two\nlines", OPTION_ARG_OPTIONAL, OPTION_CALL(take_color) },
	{ 'z', NULL, "LEVEL", "a number", OPTION_ARG_OPTIONAL | OPTION_ARG_NEXT_NUMBER, OPTION_CALL(take_z) },
	{ 0, "count", "N", "so many", OPTION_HIDDEN, OPTION_RANGE(1, UINT64_MAX), OPTION_CALL(take_count) },
	{ 'p', "ids", "IDS", "whom", OPTION_HIDDEN | OPTION_ARG_MORE_NUMBERS, OPTION_CALL(take_ids) },
	{ 0, "level", "N", "so high", OPTION_ARG_OPTIONAL | OPTION_HIDDEN, OPTION_RANGE(0, 22), .word = "most",
	  .called = "level", OPTION_CALL(take_level) },
	{ 'D', "delay", "MSEC", "so long", OPTION_HIDDEN, OPTION_RANGE(5, 10), OPTION_CALL(take_delay) },
	{ 0, "secret", NULL, "not shown", OPTION_HIDDEN, OPTION_CALL(take_secret) },
	{ 'R', "raw", NULL, "always so", .flags = OPTION_IGNORED },
	{ 0, "always", NULL, "always so", .flags = OPTION_IGNORED },
	{ 0, "style", "STYLE", "always so", .flags = OPTION_IGNORED },
	{ 0, "patience", "MSEC", "always so", .flags = OPTION_IGNORED, OPTION_RANGE(1, 5) },
	OPTION_ABSENT("-E --dump --no-dump", "look elsewhere"),
	OPTION_ABSENT("--trace --del", "there are none"),
	OPTION_ABSENT("--no-always", "it is always so"),
	{ 0 },
};

static const struct option_group group = { .options = usual_options, .usage = "Usage: program\n" };

static int parse(struct taken *ret, struct error *err, const char *line)
{
	static char words[256];
	static char program[] = "program";
	char *argv[16] = { program };
	int argc = 1;

	snprintf(words, sizeof(words), "%s", line);
	for (char *word = strtok(words, " "); word; word = strtok(NULL, " "))
		argv[argc++] = word;
	ret->text[0] = 0;
	return options_take(&group, ret, argc, argv, err);
}

static void check_parse(const char *line, int index, const char *want)
{
	struct error err = ERROR_INIT;
	struct taken taken;

	CHECK_EQ_I64(parse(&taken, &err, line), index);
	CHECK_STR(taken.text, want);
}

static void check_refused(const char *line, const char *message)
{
	struct error err = ERROR_INIT;
	struct taken taken;

	CHECK_EQ_I64(parse(&taken, &err, line), -EINVAL);
	CHECK_STR(err.message, message);
}

TEST(short_and_long)
{
	check_parse("-a", 2, "a ");
	check_parse("--all-cpus", 2, "a ");
	check_parse("-ag -ox", 3, "a g o=x ");
	check_parse("-o x", 3, "o=x ");
	check_parse("--output=x --output y", 4, "o=x o=y ");
	check_parse("--out x", 3, "o=x ");
}

TEST(negation)
{
	check_parse("--children", 2, "children ");
	check_parse("--no-children", 2, "!children ");
	check_parse("--no-demangle", 2, "no-demangle ");
	check_parse("--demangle", 2, "!no-demangle ");
}

/* Of any option; what comes after it counts again. */
TEST(taken_back)
{
	check_parse("-a --no-all-cpus", 3, "");
	check_parse("--no-all-cpus -a", 3, "a ");
	check_parse("-a -g -o x --no-output -a", 7, "a g a ");
	check_parse("-o x --no-output --output y -a --no-color", 8, "o=y a ");
	check_parse("--secret --no-secret --no-style --no-raw", 5, "");
	check_refused("--no-all-cpus=1", "unknown or ambiguous option '--no-all-cpus'; did you mean '--all-cpus'?");
	check_refused("--no-all", "unknown or ambiguous option '--no-all'; --help lists the options");
}

TEST(opposite_of_a_no)
{
	check_parse("-i --inherit -a", 4, "a ");
	check_parse("--inherit --no-inherit", 3, "i ");
}

TEST(optional_argument)
{
	check_parse("--color x", 2, "color ");
	check_parse("--color=x", 2, "color=x ");
}

/* The next word only if it is a number; what is in the same word in any case. */
TEST(optional_number)
{
	check_parse("-z 3 x", 3, "z=3 ");
	check_parse("-z3 x", 2, "z=3 ");
	check_parse("-z x", 2, "z ");
	check_parse("-z -a", 3, "z a ");
	check_parse("-z", 2, "z ");
	check_parse("-zx 3", 2, "z=x ");
}

TEST(more_numbers)
{
	check_parse("-p 1", 3, "p=1 ");
	check_parse("-p 1 22 333 -a sleep 5", 6, "p=1 p=22 p=333 a ");
	check_parse("--ids=x 2 3x", 3, "p=x p=2 ");
	check_parse("-p 1 2 --no-ids", 5, "");
	check_parse("-p 1 -- 2", 4, "p=1 ");
}

TEST(stops_at_the_first_word)
{
	check_parse("-a sleep 5 -g", 2, "a ");
	check_parse("-a -- -g", 3, "a ");
	check_parse("sleep -a", 1, "");
	check_parse("", 1, "");
}

TEST(refusals)
{
	check_refused("-x", "unknown option '-x'; --help lists the options");
	check_refused("-aE", "-E is not supported: look elsewhere");
	check_refused("--dump=all", "--dump is not supported: look elsewhere");
	check_refused("-a --no-dump", "--no-dump is not supported: look elsewhere");
	check_refused("--del 7", "--del is not supported: there are none");
	check_refused("--del", "--del is not supported: there are none");
	check_refused("--del=7", "--del is not supported: there are none");
	check_refused("--dela 77", "-D '77': a whole number from 5 to 10");
	check_refused("--dum", "unknown or ambiguous option '--dum'; --help lists the options");
	check_refused("--x=y", "unknown or ambiguous option '--x'; --help lists the options");
	check_refused("-ax", "unknown option '-x' in '-ax'; --help lists the options");
	check_refused("--nothing", "unknown or ambiguous option '--nothing'; --help lists the options");
	check_refused("-o", "option '-o' needs an argument");
	check_refused("--output", "option '--output' needs an argument");
	check_refused("--all-cpus=1", "option '--all-cpus=1' takes no argument");
}

TEST(what_is_done_anyway)
{
	check_parse("-aRg --raw --always --style x --style=y -a", 8, "a g a ");
	check_parse("--patience 5", 3, "");
	check_refused("--patience 6", "--patience '6': a whole number from 1 to 5");
	check_refused("--style", "option '--style' needs an argument");
	check_refused("--no-always", "--no-always is not supported: it is always so");
}

/* What there is not need not be switched off. */
TEST(negated_options_of_perf)
{
	check_parse("--no-trace -a", 3, "a ");
	check_refused("--no-trac", "unknown or ambiguous option '--no-trac'; --help lists the options");
}

TEST(misspelt)
{
	check_refused("--childern", "unknown or ambiguous option '--childern'; did you mean '--children'?");
	check_refused("--colour=x", "unknown or ambiguous option '--colour'; did you mean '--color'?");
	check_refused("--secrte", "unknown or ambiguous option '--secrte'; --help lists the options");
}

static int parse_file(const char *line, const char **file, struct taken *ret, struct error *err)
{
	static char words[256];
	static char program[] = "program";
	char *argv[16] = { program };
	int argc = 1;

	snprintf(words, sizeof(words), "%s", line);
	for (char *word = strtok(words, " "); word; word = strtok(NULL, " "))
		argv[argc++] = word;
	ret->text[0] = 0;
	return options_take_file(&group, ret, argc, argv, file, err);
}

TEST(a_file_among_options)
{
	static const char *const lines[] = { "x -a -g", "-a x -g", "-a -g x", "-a -g -- x" };
	struct error err = ERROR_INIT;
	const char *file;
	struct taken taken;

	for (size_t i = 0; i < sizeof(lines) / sizeof(*lines); i++) {
		file = NULL;
		CHECK_EQ_I64(parse_file(lines[i], &file, &taken, &err), 0);
		CHECK_STR(file, "x");
		CHECK_STR(taken.text, "a g ");
	}
	file = NULL;
	CHECK_EQ_I64(parse_file("-a", &file, &taken, &err), 0);
	CHECK(!file);
	CHECK_EQ_I64(parse_file("-a x --no-all-cpus -g", &file, &taken, &err), 0);
	CHECK_STR(taken.text, "g ");
	file = NULL;
	CHECK_EQ_I64(parse_file("x -a y", &file, &taken, &err), -EINVAL);
	CHECK_STR(err.message, "one file is read at a time; 'y' is a second one");
	file = "given";
	CHECK_EQ_I64(parse_file("x", &file, &taken, &err), -EINVAL);
}

TEST(handler_ends_the_parsing)
{
	struct error err = ERROR_INIT;
	struct taken taken;

	CHECK_EQ_I64(parse(&taken, &err, "-a --secret -g"), -EPERM);
	CHECK_STR(err.message, "not for you");
	CHECK_STR(taken.text, "a ");
}

TEST(help)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	CHECK(out);
	options_help(&group, out);
	CHECK_EQ_I64(fclose(out), 0);
	CHECK_STR(text, "Usage: program\n\nOptions:\n"
			"    -a, --all-cpus                every CPU\n"
			"    -o, --output FILE             where to\n"
			"    -g                            short only\n"
			"    --[no-]children               add them up\n"
			"    --no-demangle                 names as they are\n"
			"    -i, --no-inherit              only this one\n"
			"    --color[=WHEN]                two\n"
			"                                  lines\n"
			"    -z[LEVEL]                     a number\n");
	free(text);
}

TEST(sizes)
{
	static const struct {
		const char *text;
		uint64_t bytes; /* 0: none */
	} sizes[] = {
		{ "128", 128 * 4096 },
		{ "1b", 1 },
		{ "512K", 512 << 10 },
		{ "16m", 16 << 20 },
		{ "3G", 3ull << 30 },
		{ "", 0 },
		{ "0", 0 },
		{ "-1M", 0 },
		{ "1MB", 0 },
		{ "1x", 0 },
		{ " 1", 0 },
		{ "4294967296", 0 },
		{ "M", 0 },
		{ "99999999999999999999", 0 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(sizes); i++) {
		uint64_t bytes = 0;

		CHECK_EQ_I64(option_size(sizes[i].text, 4096, &bytes), sizes[i].bytes != 0);
		CHECK_EQ_U64(bytes, sizes[i].bytes);
	}
}

/* What the handler gets is a number within the range, or the word. */
TEST(numbers)
{
	struct error err = ERROR_INIT;
	struct taken taken;

	CHECK_EQ_I64(parse(&taken, &err, "--level=0 --level=22 --level=0x16 --level=most --level"), 6);
	CHECK_STR(taken.text, "level=0 level=22 level=0x16 level=most level ");
	CHECK_EQ_U64(option_number("22"), 22);
	CHECK_EQ_U64(option_number("0x16"), 22);
	CHECK_EQ_U64(option_number("010"), 10);
	CHECK_EQ_I64(parse(&taken, &err, "--count 18446744073709551615"), 3);
	CHECK_EQ_U64(option_number("18446744073709551615"), UINT64_MAX);
}

static void check_number_refused(const char *line, const char *message)
{
	struct error err = ERROR_INIT;
	struct taken taken;

	CHECK_EQ_I64(parse(&taken, &err, line), -EINVAL);
	CHECK_STR(err.message, message);
	CHECK_STR(taken.text, "");
}

TEST(numbers_out_of_range)
{
	check_number_refused("--level=23", "level '23': a whole number from 0 to 22");
	check_number_refused("--level=-1", "level '-1': a whole number from 0 to 22");
	check_number_refused("--level=+1", "level '+1': a whole number from 0 to 22");
	check_number_refused("--level=1x", "level '1x': a whole number from 0 to 22");
	check_number_refused("--level=x", "level 'x': a whole number from 0 to 22");
	check_number_refused("--level=0x", "level '0x': a whole number from 0 to 22");
	check_number_refused("--count=", "--count '': a whole number from 1 on");
	check_number_refused("--count 0", "--count '0': a whole number from 1 on");
	check_number_refused("--count 18446744073709551616",
			     "--count '18446744073709551616': a whole number from 1 on");
	check_number_refused("--delay 4", "-D '4': a whole number from 5 to 10");
	/* One that is taken back is not looked at. */
	{
		struct error err = ERROR_INIT;
		struct taken taken;

		CHECK_EQ_I64(parse(&taken, &err, "--count 0 --no-count"), 4);
		CHECK_STR(taken.text, "");
	}
}

/* --- what rows set -------------------------------------------------------------------------- */

enum color { RED, GREEN };

struct inner {
	const char *text;
	uint16_t number;
};

struct outer {
	int unused;
	bool flag, clear;
	int three_ways; /* 0, 1 or neither */
	enum color color;
	uint64_t bits;
	unsigned count;
	struct inner inner, *pointed;
};

static int check_inner(const void *options, struct error *err)
{
	const struct inner *inner = options;

	return inner->number == 7 ? error_set(err, -EINVAL, "seven") : 0;
}

static const struct option inner_options[] = {
	{ 't', "text", "TEXT", "a text", OPTION_TEXT(struct inner, text) },
	{ 'n', "number", "N", "a number", OPTION_NUMBER(struct inner, number, 1, 65535) },
	{ 'f', NULL, NULL, "a letter that the outer ones have", OPTION_TEXT(struct inner, text) },
	{ 0, "flag", "N", "a name that the outer ones have", OPTION_NUMBER(struct inner, number, 1, 2) },
	{ 'c', "colors", NULL, "a letter", OPTION_VALUE(struct inner, number, 99) },
	OPTION_ABSENT("--type", "there are no inner types"),
	{ 0 },
};

static const struct option_group inner_group = { .options = inner_options, .check = check_inner };

static void put_names(char *text, size_t size)
{
	snprintf(text, size, "one or two");
}

static const struct option outer_options[] = {
	{ 'f', "flag", NULL, "a flag", OPTION_NEGATABLE, OPTION_FLAG(struct outer, flag) },
	{ 0, "clear", NULL, "the other way round", OPTION_NEGATABLE, OPTION_CLEAR(struct outer, clear) },
	{ 0, "ways", NULL, "yes or no", OPTION_NEGATABLE, OPTION_FLAG(struct outer, three_ways) },
	{ 'c', "green", NULL, "takes %s", OPTION_VALUE(struct outer, color, GREEN), .names = put_names },
	{ 'b', "high", NULL, "a bit", OPTION_BITS(struct outer, bits, 1ull << 40) },
	{ 'B', "low", NULL, "a bit", OPTION_BITS(struct outer, bits, 2) },
	{ 'v', "more", NULL, "one more", OPTION_COUNT(struct outer, count) },
	OPTION_GROUP(struct outer, inner, &inner_group),
	OPTION_ABSENT("--type", "there are no types"),
	{ 0 },
};

static const struct option_group outer_group = { .options = outer_options, .usage = "Usage: outer\n" };

/* A command with options of its own before all of another one's. */
static const struct option command_options[] = {
	{ 't', "early", "N", "first", OPTION_EARLY, OPTION_NUMBER(struct outer, count, 0, 9) },
	OPTION_ABSENT("-n --nothing", "there is something"),
	OPTION_POINTED(struct outer, pointed, "Options of inner:", &inner_group),
	{ 0 },
};

static const struct option_group command_group = { .options = command_options, .usage = "Usage: command\n" };

TEST(members)
{
	char *argv[] = { (char *)"x",
			 (char *)"-fcbBvv",
			 (char *)"--no-clear",
			 (char *)"--no-ways",
			 (char *)"-ta",
			 (char *)"--number=9",
			 NULL };
	struct outer o = { .three_ways = -1, .inner = { .number = 0xffff } };
	struct error err = ERROR_INIT;

	CHECK_EQ_I64(options_take(&outer_group, &o, 6, argv, &err), 6);
	CHECK(o.flag && o.clear && !o.unused && !o.three_ways && o.color == GREEN);
	CHECK_EQ_U64(o.bits, (1ull << 40) + 2);
	CHECK_EQ_U64(o.count, 2);
	CHECK_STR(o.inner.text, "a");
	CHECK_EQ_U64(o.inner.number, 9);
	CHECK_EQ_I64(options_check(&outer_group, &o, &err), 0);
	o.inner.number = 7;
	CHECK_EQ_I64(options_check(&outer_group, &o, &err), -EINVAL);
	CHECK_STR(err.message, "seven");
}

/* The first of two rows stands for a name; a letter is the first one's. */
TEST(groups_in_groups)
{
	char *argv[] = { (char *)"x", (char *)"--flag", (char *)"--colors", (char *)"-f", (char *)"y", NULL };
	char *types[] = { (char *)"x", (char *)"--type", NULL };
	struct error err = ERROR_INIT;
	struct outer o = { 0 };

	CHECK_EQ_I64(options_take(&outer_group, &o, 5, argv, &err), 4);
	CHECK(o.flag && o.inner.number == 99 && !o.inner.text && o.color == RED);
	CHECK_EQ_I64(options_take(&outer_group, &o, 2, types, &err), -EINVAL);
	CHECK_STR(err.message, "--type is not supported: there are no inner types");
}

static void check_help(const struct option_group *of, const char *want)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	CHECK(out);
	options_help(of, out);
	CHECK_EQ_I64(fclose(out), 0);
	CHECK_STR(text, want);
	free(text);
}

TEST(help_of_groups)
{
	check_help(&outer_group, "Usage: outer\n\nOptions:\n"
				 "    -f, --[no-]flag               a flag\n"
				 "    --[no-]clear                  the other way round\n"
				 "    --[no-]ways                   yes or no\n"
				 "    -c, --green                   takes one or two\n"
				 "    -b, --high                    a bit\n"
				 "    -B, --low                     a bit\n"
				 "    -v, --more                    one more\n"
				 "    -t, --text TEXT               a text\n"
				 "    -n, --number N                a number\n"
				 "    --colors                      a letter\n");
	check_help(&command_group, "Usage: command\n\nOptions:\n"
				   "    -t, --early N                 first\n"
				   "\nOptions of inner:\n"
				   "    --text TEXT                   a text\n"
				   "    --number N                    a number\n"
				   "    -f                            a letter that the outer ones have\n"
				   "    --flag N                      a name that the outer ones have\n"
				   "    -c, --colors                  a letter\n");
}

TEST(in_steps)
{
	char *argv[] = { (char *)"x",   (char *)"--text=a", (char *)"--number=3",
			 (char *)"-t5", (char *)"-c",       (char *)"w",
			 NULL };
	struct error err = ERROR_INIT;
	struct inner inner = { 0 };
	struct outer o = { .pointed = &inner };
	struct options_given *given;

	CHECK_EQ_I64(options_read(&given, &command_group, &o, 6, argv, &err), 5);
	CHECK(!o.count && !inner.text);
	CHECK_STR(options_find(given, "text"), "a");
	CHECK_STR(options_find(given, "colors"), "");
	CHECK(!options_find(given, "flag"));
	CHECK_EQ_I64(options_begin(given, &err), 0);
	CHECK(o.count == 5 && !inner.text);
	o.count = 0;
	CHECK_EQ_I64(options_finish(given, &err), 0);
	CHECK(!o.count && inner.number == 99);
	CHECK_STR(inner.text, "a");
	options_fini(given);
}
