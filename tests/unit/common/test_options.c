#include "common/mem_words.h"
#include "common/subcommand.h"
#include "common/option_merge.h"
#include "common/options.h"
#include "tests/support/test.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	KEY_CHILDREN = 256,
	KEY_NO_DEMANGLE,
	KEY_COLOR,
	KEY_SECRET,
	KEY_ALWAYS,
	KEY_COUNT,
	KEY_LEVEL,
	KEY_DELAY,
	KEY_PATIENCE,
};

static const struct option_def defs[] = {
	{ 'a', "all-cpus", NULL, "every CPU", 0 },
	{ 'o', "output", "FILE", "where to", 0 },
	{ 'g', NULL, NULL, "short only", 0 },
	{ KEY_CHILDREN, "children", NULL, "add them up", OPTION_NEGATABLE },
	{ KEY_NO_DEMANGLE, "no-demangle", NULL, "names as they are", OPTION_NEGATABLE },
	{ 'i', "no-inherit", NULL, "only this one", 0 },
	{ KEY_COLOR, "color", "WHEN", "two\nlines", OPTION_ARG_OPTIONAL },
	{ 'z', NULL, "LEVEL", "a number", OPTION_ARG_OPTIONAL | OPTION_ARG_NEXT_NUMBER },
	{ KEY_COUNT, "count", "N", "so many", OPTION_HIDDEN },
	{ 'p', "ids", "IDS", "whom", OPTION_HIDDEN | OPTION_ARG_MORE_NUMBERS },
	{ KEY_LEVEL, "level", "N", "so high", OPTION_ARG_OPTIONAL | OPTION_HIDDEN },
	{ KEY_DELAY, "delay", "MSEC", "so long", OPTION_HIDDEN },
	{ KEY_SECRET, "secret", NULL, "not shown", OPTION_HIDDEN },
	{ 'R', "raw", NULL, "always so", OPTION_IGNORED },
	{ KEY_ALWAYS, "always", NULL, "always so", OPTION_IGNORED },
	{ KEY_ALWAYS, "style", "STYLE", "always so", OPTION_IGNORED },
	{ KEY_PATIENCE, "patience", "MSEC", "always so", OPTION_IGNORED },
	{ 0, NULL, NULL, NULL, 0 },
};

/* Writes what the handler gets as one line of text: "key:value:negated ". */
static int handle(void *context, int key, const char *value, bool negated, struct error *err)
{
	char *text = context;
	size_t used = strlen(text);

	if (key == KEY_SECRET)
		return error_set(err, -EPERM, "not for you");
	snprintf(text + used, 256 - used, "%d:%s:%d ", key, value ? value : "-", negated);
	return 0;
}

static const struct option_absent absent[] = {
	{ "-D --dump --no-dump", "look elsewhere" },
	{ "--trace --del", "there are none" },
	{ 0 },
};

static const struct option_range ranges[] = {
	{ KEY_LEVEL, "level", 0, 22, "most", NULL },
	{ KEY_COUNT, "--count", 1, UINT64_MAX, NULL, NULL },
	{ KEY_DELAY, "--delay", 5, 10, NULL, "takes milliseconds" },
	{ KEY_PATIENCE, "--patience", 1, 5, NULL, NULL },
	{ 0 },
};

static const struct option_table table = { defs, ranges, absent };

static int parse(char *ret_text, struct error *err, const char *line)
{
	static char words[256];
	static char program[] = "program";
	char *argv[16] = { program };
	int argc = 1;

	snprintf(words, sizeof(words), "%s", line);
	for (char *word = strtok(words, " "); word; word = strtok(NULL, " "))
		argv[argc++] = word;
	*ret_text = 0;
	return options_parse(&table, argc, argv, handle, ret_text, err);
}

static void check_parse(const char *line, int index, const char *want)
{
	struct error err = ERROR_INIT;
	char text[256];

	CHECK_EQ_I64(parse(text, &err, line), index);
	CHECK_STR(text, want);
}

static void check_refused(const char *line, const char *message)
{
	struct error err = ERROR_INIT;
	char text[256];

	CHECK_EQ_I64(parse(text, &err, line), -EINVAL);
	CHECK_STR(err.message, message);
}

TEST(short_and_long)
{
	check_parse("-a", 2, "97:-:0 ");
	check_parse("--all-cpus", 2, "97:-:0 ");
	check_parse("-ag -ox", 3, "97:-:0 103:-:0 111:x:0 ");
	check_parse("-o x", 3, "111:x:0 ");
	check_parse("--output=x --output y", 4, "111:x:0 111:y:0 ");
	check_parse("--out x", 3, "111:x:0 ");
}

TEST(negation)
{
	check_parse("--children", 2, "256:-:0 ");
	check_parse("--no-children", 2, "256:-:1 ");
	check_parse("--no-demangle", 2, "257:-:0 ");
	check_parse("--demangle", 2, "257:-:1 ");
}

/* Of any option; what comes after it counts again. */
TEST(taken_back)
{
	check_parse("-a --no-all-cpus", 3, "");
	check_parse("--no-all-cpus -a", 3, "97:-:0 ");
	check_parse("-a -g -o x --no-output -a", 7, "97:-:0 103:-:0 97:-:0 ");
	check_parse("-o x --no-output --output y -a --no-color", 8, "111:y:0 97:-:0 ");
	check_parse("--secret --no-secret --no-style --no-raw", 5, "");
	check_refused("--no-all-cpus=1", "unknown or ambiguous option '--no-all-cpus'; did you mean '--all-cpus'?");
	check_refused("--no-all", "unknown or ambiguous option '--no-all'; --help lists the options");
}

TEST(opposite_of_a_no)
{
	check_parse("-i --inherit -a", 4, "97:-:0 ");
	check_parse("--inherit --no-inherit", 3, "105:-:0 ");
}

TEST(optional_argument)
{
	check_parse("--color x", 2, "258:-:0 ");
	check_parse("--color=x", 2, "258:x:0 ");
}

/* The next word only if it is a number; what is in the same word in any case. */
TEST(optional_number)
{
	check_parse("-z 3 x", 3, "122:3:0 ");
	check_parse("-z3 x", 2, "122:3:0 ");
	check_parse("-z x", 2, "122:-:0 ");
	check_parse("-z -a", 3, "122:-:0 97:-:0 ");
	check_parse("-z", 2, "122:-:0 ");
	check_parse("-zx 3", 2, "122:x:0 ");
}

TEST(more_numbers)
{
	check_parse("-p 1", 3, "112:1:0 ");
	check_parse("-p 1 22 333 -a sleep 5", 6, "112:1:0 112:22:0 112:333:0 97:-:0 ");
	check_parse("--ids=x 2 3x", 3, "112:x:0 112:2:0 ");
	check_parse("-p 1 2 --no-ids", 5, "");
	check_parse("-p 1 -- 2", 4, "112:1:0 ");
}

TEST(stops_at_the_first_word)
{
	check_parse("-a sleep 5 -g", 2, "97:-:0 ");
	check_parse("-a -- -g", 3, "97:-:0 ");
	check_parse("sleep -a", 1, "");
	check_parse("", 1, "");
}

TEST(refusals)
{
	check_refused("-x", "unknown option '-x'; --help lists the options");
	check_refused("-aD", "-D is not supported: look elsewhere");
	check_refused("--dump=all", "--dump is not supported: look elsewhere");
	check_refused("-a --no-dump", "--no-dump is not supported: look elsewhere");
	check_refused("--del 7", "--del is not supported: there are none");
	check_refused("--del", "--del is not supported: there are none");
	check_refused("--del=7", "--del is not supported: there are none");
	check_refused("--dela 77", "--delay '77': takes milliseconds");
	check_refused("--dum", "unknown or ambiguous option '--dum'; --help lists the options");
	check_refused("--x=y", "unknown or ambiguous option '--x'; --help lists the options");
	check_refused("-ax", "unknown option '-x'; --help lists the options");
	check_refused("--nothing", "unknown or ambiguous option '--nothing'; --help lists the options");
	check_refused("-o", "option '-o' needs an argument");
	check_refused("--output", "option '--output' needs an argument");
	check_refused("--all-cpus=1", "option '--all-cpus=1' takes no argument");
}

TEST(what_is_done_anyway)
{
	check_parse("-aRg --raw --always --style x --style=y -a", 8, "97:-:0 103:-:0 97:-:0 ");
	check_parse("--patience 5", 3, "");
	check_refused("--patience 6", "--patience '6': a whole number from 1 to 5");
	check_refused("--style", "option '--style' needs an argument");
}

/* What there is not need not be switched off. */
TEST(negated_options_of_perf)
{
	check_parse("--no-trace -a", 3, "97:-:0 ");
	check_refused("--no-trac", "unknown or ambiguous option '--no-trac'; --help lists the options");
}

TEST(misspelt)
{
	check_refused("--childern", "unknown or ambiguous option '--childern'; did you mean '--children'?");
	check_refused("--colour=x", "unknown or ambiguous option '--colour'; did you mean '--color'?");
	check_refused("--secrte", "unknown or ambiguous option '--secrte'; --help lists the options");
}

static int parse_file(const char *line, const char **file, char *ret_text, struct error *err)
{
	static char words[256];
	static char program[] = "program";
	char *argv[16] = { program };
	int argc = 1;

	snprintf(words, sizeof(words), "%s", line);
	for (char *word = strtok(words, " "); word; word = strtok(NULL, " "))
		argv[argc++] = word;
	*ret_text = 0;
	return options_parse_file(&table, argc, argv, handle, ret_text, file, err);
}

TEST(a_file_among_options)
{
	static const char *const lines[] = { "x -a -g", "-a x -g", "-a -g x", "-a -g -- x" };
	struct error err = ERROR_INIT;
	const char *file;
	char text[256];

	for (size_t i = 0; i < sizeof(lines) / sizeof(*lines); i++) {
		file = NULL;
		CHECK_EQ_I64(parse_file(lines[i], &file, text, &err), 0);
		CHECK_STR(file, "x");
		CHECK_STR(text, "97:-:0 103:-:0 ");
	}
	file = NULL;
	CHECK_EQ_I64(parse_file("-a", &file, text, &err), 0);
	CHECK(!file);
	CHECK_EQ_I64(parse_file("-a x --no-all-cpus -g", &file, text, &err), 0);
	CHECK_STR(text, "103:-:0 ");
	file = NULL;
	CHECK_EQ_I64(parse_file("x -a y", &file, text, &err), -EINVAL);
	CHECK_STR(err.message, "one file is read at a time; 'y' is a second one");
	file = "given";
	CHECK_EQ_I64(parse_file("x", &file, text, &err), -EINVAL);
}

TEST(handler_ends_the_parsing)
{
	struct error err = ERROR_INIT;
	char text[256];

	CHECK_EQ_I64(parse(text, &err, "-a --secret -g"), -EPERM);
	CHECK_STR(err.message, "not for you");
	CHECK_STR(text, "97:-:0 ");
}

TEST(help)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	CHECK(out);
	options_print(out, defs);
	CHECK_EQ_I64(fclose(out), 0);
	CHECK_STR(text, "    -a, --all-cpus                every CPU\n"
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
	char text[256];

	CHECK_EQ_I64(parse(text, &err, "--level=0 --level=22 --level=0x16 --level=most --level"), 6);
	CHECK_STR(text, "262:0:0 262:22:0 262:0x16:0 262:most:0 262:-:0 ");
	CHECK_EQ_U64(option_number("22"), 22);
	CHECK_EQ_U64(option_number("0x16"), 22);
	CHECK_EQ_U64(option_number("010"), 10);
	CHECK_EQ_I64(parse(text, &err, "--count 18446744073709551615"), 3);
	CHECK_EQ_U64(option_number("18446744073709551615"), UINT64_MAX);
}

static void check_number_refused(const char *line, const char *message)
{
	struct error err = ERROR_INIT;
	char text[256];

	CHECK_EQ_I64(parse(text, &err, line), -EINVAL);
	CHECK_STR(err.message, message);
	CHECK_STR(text, "");
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
	check_number_refused("--delay 4", "--delay '4': takes milliseconds");
	/* One that is taken back is not looked at. */
	{
		struct error err = ERROR_INIT;
		char text[256];

		CHECK_EQ_I64(parse(text, &err, "--count 0 --no-count"), 4);
		CHECK_STR(text, "");
	}
}

/* A command that takes all of another one's options, where letters mean something else. */
TEST(merged_tables)
{
	static const struct option_def own_defs[] = {
		{ 'o', "own", NULL, "of the command itself", 0 },
		{ 'g', "graph", NULL, "likewise, where the other has no long name", 0 },
		{ KEY_SECRET, "level", "N", "in place of the other's", 0 },
		{ 0 },
	};
	static const struct option_range own_ranges[] = { { KEY_SECRET, "level", 0, 3, NULL, NULL }, { 0 } };
	static const struct option_def other_defs[] = {
		{ 'a', "all-cpus", NULL, "every CPU", 0 },
		{ 'o', "output", "N", "a number", 0 },
		{ 'g', NULL, NULL, "short only", 0 },
		{ KEY_LEVEL, "level", "N", "so high", 0 },
		{ 0 },
	};
	static const struct option_range other_ranges[] = { { 'o', "output", 1, 9, NULL, NULL }, { 0 } };
	static const struct option_absent own_absent[] = { { "-T --type", "there are no types" }, { 0 } };
	static const struct option_absent other_absent[] = { { "-T --threads --x", "there are no threads" }, { 0 } };
	const struct option_table own = { own_defs, own_ranges, own_absent };
	const struct option_table other = { other_defs, other_ranges, other_absent };
	struct option_merge merge;

	CHECK_EQ_I64(option_merge_init(&merge, &own, &other), 0);
	CHECK(merge.others == merge.table.defs + 3);
	CHECK_EQ_I64(merge.others[0].key, 'a');
	CHECK_EQ_I64(merge.others[1].key, 'o' | OPTION_MOVED);
	CHECK(!merge.others[2].help);
	CHECK_EQ_I64(merge.table.ranges[0].key, KEY_SECRET);
	CHECK_EQ_I64(merge.table.ranges[1].key, 'o' | OPTION_MOVED);
	CHECK(!merge.table.ranges[2].key);
	CHECK_STR(merge.table.absent[0].instead, "there are no types");
	CHECK_STR(merge.table.absent[1].instead, "there are no threads");
	option_merge_fini(&merge);
	/* Of a command that has neither ranges nor absent options. */
	CHECK_EQ_I64(option_merge_init(&merge, &(const struct option_table){ own_defs, NULL, NULL }, &other), 0);
	CHECK_EQ_I64(merge.table.ranges[0].key, 'o' | OPTION_MOVED);
	option_merge_fini(&merge);
}

static void check_words(const char *line, int at, const char *left)
{
	char copy[128], text[128] = "", *argv[16];
	char **words;
	int argc = 0;

	snprintf(copy, sizeof(copy), "%s", line);
	for (char *word = strtok(copy, " "); word; word = strtok(NULL, " "))
		argv[argc++] = word;
	CHECK_EQ_I64(mem_words_find(argc, argv), at);
	words = mem_words_options(argc, argv, at);
	CHECK(words);
	for (int i = 0; words[i]; i++)
		snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s%s", i ? " " : "", words[i]);
	CHECK_STR(text, left);
	free(words);
}

TEST(words_of_mem)
{
	unsigned types;

	check_words("mem record ls -p", 1, "mem ls -p");
	check_words("mem -t load -v rec -C 1", 4, "mem -t load -v -C 1");
	check_words("mem --type=load -p -C1 report", 4, "mem --type=load -p -C1");
	check_words("mem --cpu 1 report", 3, "mem --cpu 1");
	check_words("mem -pt load record", 3, "mem -pt load");
	check_words("mem -ptload -vC0 --ty load record", 5, "mem -ptload -vC0 --ty load");
	check_words("mem -t load", 3, "mem -t load");
	check_words("mem -v --help record", 2, "mem -v record");
	CHECK(subcommand_is("record", "record") && subcommand_is("rec", "record") && subcommand_is("repo", "report"));
	CHECK(mem_words_types("Load", &types) && types == MEM_TYPE_LOAD);
	CHECK(mem_words_types("store,load,store", &types) && types == (MEM_TYPE_LOAD | MEM_TYPE_STORE));
	CHECK(!mem_words_types("", &types) && !mem_words_types("load,", &types) && !mem_words_types("loads", &types));
	CHECK(!subcommand_is("re", "record") && !subcommand_is("records", "record") && !subcommand_is("rep", "record"));
}
